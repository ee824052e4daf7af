/** Where a place lies on the prepared maps. The formulas are those of scripts/maps.mjs. */

export type Point = readonly [x: number, y: number];
export type LonLat = readonly [lon: number, lat: number];
export type Projection = (place: LonLat) => Point;

const RAD = Math.PI / 180;

/** Kilometres on the map of the United States: one unit of the drawing is 5 km. */
export const US_KM = 1 / 5;
export const US_ORIGIN: Point = [500, 310];
export const WORLD_BOX = { width: 1000, height: 520 };

const [SIN1, SIN2] = [Math.sin(29.5 * RAD), Math.sin(45.5 * RAD)];
const CONE = (SIN1 + SIN2) / 2;
const CONE_C = 1 + SIN1 * (2 * CONE - SIN1);
const cone = (lat: number) => Math.sqrt(CONE_C - 2 * CONE * Math.sin(lat * RAD)) / CONE;
const CONE_0 = cone(37.5);
const EARTH = 6371;

/** Albers, 29.5/45.5, around 37.5 N 96 W, in kilometres east and north: what editions use for their hexes. */
export function albersKm([lon, lat]: LonLat): Point {
  const rho = cone(lat);
  const theta = CONE * (lon + 96) * RAD;
  return [EARTH * rho * Math.sin(theta), EARTH * (CONE_0 - rho * Math.cos(theta))];
}

/** Kilometres of `albersKm` as a point of the drawing. */
export function usFromKm([east, north]: Point): Point {
  return [US_ORIGIN[0] + east * US_KM, US_ORIGIN[1] - north * US_KM];
}

export const projectUs: Projection = (place) => usFromKm(albersKm(place));

/** The place that lies at a point of the map of the United States. */
export function placeOnUs([x, y]: Point): LonLat {
  const east = (x - US_ORIGIN[0]) / US_KM / EARTH;
  const south = CONE_0 - (US_ORIGIN[1] - y) / US_KM / EARTH;
  const rho = Math.hypot(east, south);
  const sine = (CONE_C - (rho * CONE) ** 2) / (2 * CONE);
  return [Math.atan2(east, south) / CONE / RAD - 96, Math.asin(Math.min(1, Math.max(-1, sine))) / RAD];
}

const turn = (lon: number) => ((((lon - 155 + 180) % 360) + 360) % 360) - 180;

/** Natural Earth around 155 E. */
export const projectWorld: Projection = ([lon, lat]) => {
  const [l, p] = [turn(lon) * RAD, lat * RAD];
  const p2 = p * p;
  const p4 = p2 * p2;
  const x = l * (0.8707 - 0.131979 * p2 + p4 * (-0.013791 + p4 * (0.003971 * p2 - 0.001529 * p4)));
  const y = p * (1.007226 + p2 * (0.015085 + p4 * (-0.044475 + 0.028874 * p2 - 0.005916 * p4)));
  return [500 + 182.5 * x, 260 - 182.5 * y];
};

/** The place that lies at a point of the map of the world, or the nearest on its edge. */
export function placeOnWorld([x, y]: Point): LonLat {
  let [south, north] = [-90, 90];
  // The height on the map grows with the latitude and with nothing else.
  for (let i = 0; i < 40; i++) {
    const middle = (south + north) / 2;
    if (projectWorld([155, middle])[1] > y) south = middle;
    else north = middle;
  }
  const lat = (south + north) / 2;
  const wide = projectWorld([154, lat])[0] - projectWorld([155, lat])[0];
  const east = Math.min(179.99, Math.max(-179.99, (500 - x) / wide));
  return [turnBack(east + 155), lat];
}

const turnBack = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180;

/** Points along the great circle, `steps` of them after the first. */
export function greatCircle(from: LonLat, to: LonLat, steps = 48): LonLat[] {
  const vector = ([lon, lat]: LonLat) => [
    Math.cos(lat * RAD) * Math.cos(lon * RAD),
    Math.cos(lat * RAD) * Math.sin(lon * RAD),
    Math.sin(lat * RAD),
  ];
  const [a, b] = [vector(from), vector(to)] as [number[], number[]];
  const dot = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
  const angle = Math.acos(Math.min(1, Math.max(-1, dot)));
  if (angle < 1e-9) return [from, to];
  return Array.from({ length: steps + 1 }, (_, i) => {
    const [s, t] = [Math.sin(((steps - i) / steps) * angle), Math.sin((i / steps) * angle)];
    const [x, y, z] = a.map((value, k) => (value * s + (b[k] ?? 0) * t) / Math.sin(angle)) as [
      number,
      number,
      number,
    ];
    return [Math.atan2(y, x) / RAD, Math.asin(Math.min(1, Math.max(-1, z))) / RAD] as const;
  });
}

/** The great circle as SVG path data; where it leaves the map at the cut it comes in again on the other side. */
export function arc(project: Projection, from: LonLat, to: LonLat): string {
  let last: Point | null = null;
  let path = '';
  for (const place of greatCircle(from, to)) {
    const point = project(place);
    const jump = last !== null && Math.abs(point[0] - last[0]) > 300;
    path += `${last === null || jump ? 'M' : 'L'}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    last = point;
  }
  return path;
}

/** A curve between two points that bulges to one side by `bend` of its length: for flights on a flat map. */
export function bow(from: Point, to: Point, bend = 0.12): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const x = (from[0] + to[0]) / 2 + dy * bend;
  const y = (from[1] + to[1]) / 2 - dx * bend;
  return `M${from[0]} ${from[1]}Q${x} ${y} ${to[0]} ${to[1]}`;
}
