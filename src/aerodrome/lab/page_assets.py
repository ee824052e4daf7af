"""What the report's page looks like: the table's paper, ink and enamel, by day and by night."""

STYLE = """
:root { color-scheme: light; --paper: #f3e9d3; --sheet: #fbf5e7; --edge: #e7d9bc; --ink: #182433; --soft: #4b5361;
  --line: #cbbb97; --accent: #0c5560; --good: #1c6a41; --warn: #9b2f17; --brass: #7d5310; --enamel: #12324a;
  --enamel-ink: #fdf6e3; --gilt: #c98f2b }
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; --paper: #0f1c2a; --sheet: #172839; --edge: #203549;
  --ink: #f4ead4; --soft: #bcc4c8; --line: #34495c; --accent: #8fd0cc; --good: #7fd3a3; --warn: #ff9b80;
  --brass: #e6b657 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 Jost, Futura, 'Century Gothic',
  'Avenir Next', system-ui, sans-serif }
header { background: var(--enamel); color: var(--enamel-ink); padding: 2.6rem 1.25rem 2.2rem;
  border-bottom: 4px double var(--gilt) }
main { max-width: 52rem; margin-inline: auto } header > * { max-width: 49.5rem; margin-inline: auto }
header p { margin: 0 auto; color: var(--gilt); letter-spacing: .12em; text-transform: uppercase; font-size: .82rem }
h1 { font: 400 clamp(2rem, 7vw, 3.2rem)/1.1 Limelight, Georgia, serif; margin: .3rem auto .4rem }
header .sentence { font-size: 1.2rem; letter-spacing: 0; text-transform: none; color: inherit }
main { padding: 1.5rem 1.25rem 4rem }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 1.2rem 1.4rem 1.3rem;
  margin: 0 0 1.2rem }
h2 { font: 400 1.45rem/1.2 Georgia, 'Times New Roman', serif; margin: 0 0 .5rem; color: var(--ink) }
section p, section li { color: var(--soft); margin: 0 0 .6rem; max-width: 44rem }
section ul { margin: 0; padding-left: 1.1rem }
section.glance li { color: var(--ink) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; margin: 1rem 0 0; font-size: .95rem }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
code, pre { font: .84rem/1.45 ui-monospace, Menlo, Consolas, monospace } code { overflow-wrap: anywhere }
pre { overflow-x: auto; background: var(--edge); padding: 1rem; border-radius: 6px; margin: .8rem 0 0 }
.plot { width: 100%; overflow: hidden; display: block } .plot.vega-embed { padding: 0; display: block }
.plot svg { display: block; max-width: 100% }
h3 { font-size: 1rem; font-weight: 600; margin: 1.1rem 0 .2rem; color: var(--ink) }
details { margin-top: .8rem } summary { cursor: pointer; color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.scroll { overflow-x: auto; max-height: 28rem } table { border-collapse: collapse; width: 100%; font-size: .9rem;
  font-variant-numeric: tabular-nums } th { text-align: left; font-weight: 500; color: var(--soft); position: sticky;
  top: 0; background: var(--sheet) } th, td { padding: .25rem .7rem .25rem 0; border-bottom: 1px solid var(--edge) }
td + td, th + th { text-align: right; white-space: nowrap } .up { color: var(--good) } .down { color: var(--warn) }
#vg-tooltip-element { font: .85rem/1.4 system-ui, sans-serif; background: var(--sheet); color: var(--ink);
  border: 1px solid var(--line) } #vg-tooltip-element table tr td.key { color: var(--soft) }
@media (max-width: 560px) { body { font-size: 16px } main { padding-inline: .7rem } section { padding: 1rem .9rem }
  dl { gap: .25rem .8rem } }
@media print { section { break-inside: avoid } header { print-color-adjust: exact } }
"""

SCRIPT = """
const names = ['ink', 'soft', 'line', 'edge', 'accent', 'good', 'warn', 'brass', 'sheet'];
function colours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue('--' + name).trim()]));
}
function draw() {
  const c = colours();
  const narrow = innerWidth < 560;
  const font = getComputedStyle(document.body).fontFamily;
  const text = { labelColor: c.soft, titleColor: c.soft, labelFont: font, titleFont: font, titleFontWeight: 400 };
  const size = { labelFontSize: narrow ? 11 : 13, titleFontSize: narrow ? 11 : 13 };
  const config = {
    background: null, view: { stroke: null }, font, legend: { ...text, ...size, orient: 'top' },
    axis: { ...text, ...size, gridColor: c.edge, domainColor: c.line, tickColor: c.line },
    axisY: { labelLimit: narrow ? 150 : 300 }, axisBand: { minExtent: narrow ? 96 : 170 },
    range: { category: [c.accent, c.brass, c.warn, c.good, c.soft, c.line] }
  };
  plots.forEach((spec, number) => {
    const own = JSON.parse(JSON.stringify(spec).replace(/"@(\\w+)"/g, (_all, name) => JSON.stringify(c[name])));
    vegaEmbed('#plot' + number, own, { actions: false, renderer: 'svg', config });
  });
}
let drawn = 0;
function redraw() { if (innerWidth !== drawn) { drawn = innerWidth; draw(); } }
let waiting;
addEventListener('resize', () => { clearTimeout(waiting); waiting = setTimeout(redraw, 200); });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
redraw();
"""
