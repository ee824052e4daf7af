// Projects and simplifies the atlases once, at build time: the client ships SVG paths, no geometry library.
// The same projections, as formulas for single places, are in src/furniture/geo.ts; a test compares the two.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { geoConicEqualArea, geoGraticule, geoNaturalEarth1, geoOrthographic, geoPath } from 'd3-geo';
import { merge, mesh } from 'topojson-client';
import { filter, filterWeight, presimplify, simplify, sphericalTriangleArea } from 'topojson-simplify';

const require = createRequire(import.meta.url);
const atlas = (name) => JSON.parse(readFileSync(require.resolve(name), 'utf8'));
const out = new URL('../src/generated/', import.meta.url);

/** A canvas context that writes SVG path data with relative moves, rounded to `digits`. */
class Pen {
  constructor(digits) {
    this.scale = 10 ** digits;
    this.d = '';
  }
  point(x, y) {
    return [Math.round(x * this.scale), Math.round(y * this.scale)];
  }
  text(n) {
    return String(n / this.scale).replace(/^(-?)0\./, '$1.');
  }
  pair(dx, dy) {
    const y = this.text(dy);
    return this.text(dx) + (y.startsWith('-') ? y : ' ' + y);
  }
  moveTo(x, y) {
    this.at = this.point(x, y);
    this.d += 'M' + this.pair(...this.at);
    this.drawing = false;
  }
  lineTo(x, y) {
    const next = this.point(x, y);
    const [dx, dy] = [next[0] - this.at[0], next[1] - this.at[1]];
    if (dx === 0 && dy === 0) return;
    const step = this.pair(dx, dy);
    this.d += this.drawing ? (step.startsWith('-') ? step : ' ' + step) : 'l' + step;
    this.drawing = true;
    this.at = next;
  }
  closePath() {
    this.d += 'z';
  }
  arc() {}
}

function draw(projection, shape, digits = 1) {
  const pen = new Pen(digits);
  geoPath(projection, pen)(shape);
  return pen.d.replace(/M[^Mlz]*z/g, '');
}

/** Keeps detail larger than `area` (steradians) and islands larger than `islands` times that. */
function light(topology, area, islands = 40) {
  const weighed = presimplify(topology, sphericalTriangleArea);
  const thin = simplify(weighed, area);
  return filter(thin, filterWeight(thin, area * islands, sphericalTriangleArea));
}

function save(name, map) {
  mkdirSync(out, { recursive: true });
  const json = JSON.stringify(map);
  writeFileSync(new URL(name, out), json);
  console.log(`${name}: ${json.length} bytes, ${gzipSync(json, { level: 9 }).length} gzip`);
}

// One unit is 5 km: x = 500 + km east / 5, y = 310 - km north / 5, from 37.5 N 96 W.
function unitedStates() {
  const albers = geoConicEqualArea()
    .parallels([29.5, 45.5])
    .rotate([96, 0])
    .center([0, 37.5])
    .scale(6371 / 5)
    .translate([500, 310])
    .precision(0.3)
    .clipExtent([
      [-260, -160],
      [1260, 1060],
    ]);
  const remote = new Set(['02', '15', '60', '66', '69', '72', '78']);
  const raw = atlas('us-atlas/states-10m.json');
  raw.objects.states.geometries = raw.objects.states.geometries.filter((g) => !remote.has(g.id));
  const states = light({ ...raw, objects: { states: raw.objects.states } }, 4e-7);
  const world = light(atlas('world-atlas/countries-50m.json'), 1.6e-6);
  const neighbours = world.objects.countries.geometries.filter((g) => g.id !== '840');
  save('us.json', {
    nation: draw(albers, merge(states, states.objects.states.geometries)),
    states: draw(
      albers,
      mesh(states, states.objects.states, (a, b) => a !== b),
    ),
    abroad: draw(albers, merge(world, neighbours)),
    graticule: draw(
      albers,
      geoGraticule()
        .step([10, 10])
        .extent([
          [-180, 0],
          [0, 70],
        ])(),
      0,
    ),
  });
}

// Natural Earth around 155 E: the cut runs through the Atlantic, the Pacific stays whole. 1000 x 520 units.
function world() {
  const earth = geoNaturalEarth1().rotate([-155, 0]).scale(182.5).translate([500, 260]).precision(0.3);
  const countries = light(atlas('world-atlas/countries-50m.json'), 5e-6, 12);
  const lands = countries.objects.countries.geometries.filter((g) => g.id !== '010');
  save('world.json', {
    land: draw(earth, merge(countries, lands)),
    sphere: draw(earth, { type: 'Sphere' }),
    graticule: draw(earth, geoGraticule().step([30, 15])(), 0),
  });
}

// A globe of radius 100 over the Atlantic, for a poster.
function globe() {
  const ball = geoOrthographic().rotate([52, 8]).scale(100).translate([0, 0]).clipAngle(90).precision(1);
  const countries = light(atlas('world-atlas/countries-110m.json'), 8e-5, 12);
  save('globe.json', {
    land: draw(ball, merge(countries, countries.objects.countries.geometries)),
    graticule: draw(ball, geoGraticule().step([30, 30])(), 0),
  });
}

unitedStates();
world();
globe();
