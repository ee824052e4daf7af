import { describe, expect, it } from 'vitest';
import { centre, distance, nearestHex, type Hex } from '../furniture/hex';
import { placeOnUs, placeOnWorld, projectUs, projectWorld } from '../furniture/geo';
import { SIZE } from '../boards/airsteam/printed';
import { spot } from '../boards/airkwire/printed';
import { placesOf, type Places } from './places';
import type { Rails } from './rails';

const placesFor = (title: string): Places => {
  const found = placesOf(title);
  if (!found) throw new Error(title);
  return found;
};

describe('points of the maps', () => {
  const PLACES: [number, number][] = [
    [12.5, 41.9],
    [-157.86, 21.3],
    [151.2, -33.9],
    [-43.2, -22.9],
    [-24, 65],
  ];
  it('are found again on the map of the world', () => {
    for (const [lon, lat] of PLACES) {
      const [x, y] = placeOnWorld(projectWorld([lon, lat]));
      expect(x).toBeCloseTo(lon, 3);
      expect(y).toBeCloseTo(lat, 3);
    }
  });
  it('are held on its edge', () => {
    const [lon, lat] = placeOnWorld([-5000, -5000]);
    expect(lat).toBeCloseTo(90, 1);
    expect(Math.abs(lon)).toBeLessThanOrEqual(180);
  });
  it('are found again on the map of the United States', () => {
    for (const [lon, lat] of [
      [-122.3, 47.6],
      [-80.2, 25.8],
      [-96, 37.5],
    ] as const) {
      const [x, y] = placeOnUs(projectUs([lon, lat]));
      expect(x).toBeCloseTo(lon, 6);
      expect(y).toBeCloseTo(lat, 6);
    }
  });
  it('lie in the hex whose centre is nearest', () => {
    expect(nearestHex(2.1, -3.2)).toEqual([2, -3]);
    expect(nearestHex(0.4, 0.4)).toEqual([0, 1]);
  });
});

const EARTH = {
  city: [
    { id: 'rome', name: 'Rome', lat: 41.9, lon: 12.5 },
    { id: 'lima', name: 'Lima', lat: -12, lon: -77 },
  ],
};

describe('a city at latitude and longitude', () => {
  const places = placesFor('airline');
  it('is moved to where it is dropped, and drawn there', () => {
    const to = projectWorld([20, 50]);
    const moved = places.move(EARTH, 'rome', to);
    expect(moved).toEqual({ city: [{ id: 'rome', name: 'Rome', lat: 50, lon: 20 }, EARTH.city[1]] });
    const board = { cities: [{ id: 'rome', lat: 41.9, lon: 12.5, fares: [7] }], other: 1 };
    expect(places.draw(board, moved)).toEqual({
      cities: [{ id: 'rome', lat: 50, lon: 20, fares: [7] }],
      other: 1,
    });
    expect(EARTH.city[0]?.lat).toBe(41.9);
  });
  it('is moved by keys, further with Shift', () => {
    const from = places.find(EARTH, 'rome') ?? [0, 0];
    expect(places.step(from, 'ArrowUp', false)).toEqual([from[0], from[1] - 2]);
    expect(places.step(from, 'ArrowLeft', true)).toEqual([from[0] - 12, from[1]]);
    expect(places.step(from, 'Enter', false)).toBeNull();
  });
  it('stays where it was drawn while its values are nonsense', () => {
    const odd = { city: [{ ...EARTH.city[0], lat: 'north' }] };
    expect(places.find(odd, 'rome')).toBeNull();
    expect(places.move(odd, 'rome', [1, 1])).toBe(odd);
    const board = { cities: [{ id: 'rome', lat: 41.9, lon: 12.5 }] };
    expect(places.draw(board, odd)).toEqual(board);
  });
});

it('a city of Tin Goose takes along the hex that it comes to', () => {
  const map = { hex_radius_km: 150, hex_origin_x_km: 0, hex_origin_y_km: 0 };
  const data = { map, city: [{ name: 'St. Louis', code: 'STL', lat: 37.5, lon: -96, q: 7, r: 3 }] };
  const places = placesFor('tingoose');
  const from = places.find(data, 'st-louis') ?? [0, 0];
  const [east] = centre([2, 0], 150);
  const moved = places.move(data, 'st-louis', [from[0] + east / 5, from[1]]);
  expect((moved['city'] as { q: number; r: number }[])[0]).toMatchObject({ q: 9, r: 3 });
});

describe('a city on a hex of its own', () => {
  const data = {
    city: [
      { id: 'a', name: 'A', q: 0, r: 0 },
      { id: 'b', name: 'B', q: 1, r: 0 },
    ],
    blank: [{ id: 'x', q: 0, r: 1 }],
  };
  const places = placesFor('airkwire');
  it('changes places with whatever lies there', () => {
    expect(places.move(data, 'a', spot({ q: 1, r: 0 }))['city']).toMatchObject([
      { id: 'a', q: 1, r: 0 },
      { id: 'b', q: 0, r: 0 },
    ]);
    const moved = places.move(data, 'a', spot({ q: 0, r: 1 }));
    expect(moved['blank']).toEqual([{ id: 'x', q: 0, r: 0 }]);
    expect(places.draw({ cities: [{ id: 'a', q: 0, r: 0 }], blanks: [] }, moved)['cities']).toEqual([
      { id: 'a', q: 0, r: 1 },
    ]);
  });
  it('goes up and down by keys without leaving its column', () => {
    const up = places.step(spot({ q: 0, r: 4 }), 'ArrowUp', false) ?? [0, 0];
    const back = places.step(up, 'ArrowDown', false);
    expect(back).toEqual(spot({ q: 0, r: 4 }));
    expect(places.step(up, 'ArrowUp', false)).toEqual(spot({ q: 1, r: 2 }));
  });
});

describe('a city on a tile', () => {
  const data: Rails & Record<string, unknown> = {
    map: { tile_radius: 4 },
    tile: [
      {
        id: 'A',
        cities: [
          { id: 'a1', name: 'Avon', at: [-3, 0] },
          { id: 'a2', name: 'Bray', at: [1, 0] },
        ],
        factories: [{ id: 'f', at: [0, 3] }],
        links: [
          {
            id: 'l',
            a: 'a1',
            b: 'a2',
            spaces: [
              [-2, 0],
              [-1, 0],
              [0, 0],
            ],
          },
        ],
      },
    ],
    cross_link: [],
    configuration: [{ players: [2, 3, 4, 5, 6], tiles: ['A'], offsets: { A: [10, -2] } }],
  };
  const places = placesFor('airsteam');
  const spotAt = (q: number, r: number) => centre([q + 10, r - 2], SIZE);
  it('is moved on its tile, and its links are laid again', () => {
    const moved = places.move(data, 'a1', spotAt(-2, -1)) as unknown as Rails;
    const [tile] = moved.tile;
    expect(tile?.cities[0]?.at).toEqual([-2, -1]);
    const chain: Hex[] = [[-2, -1], ...(tile?.links[0]?.spaces ?? []), [1, 0]];
    for (const [i, hex] of chain.slice(1).entries()) expect(distance(hex, chain[i] as Hex)).toBe(1);
    expect(tile?.links[0]?.spaces).toContainEqual([0, 0]);
  });
  it('stays on its tile and off other things', () => {
    const far = places.move(data, 'a1', spotAt(-30, 0)) as unknown as Rails;
    expect(far.tile[0]?.cities[0]?.at).toEqual([-4, 0]);
    const taken = places.move(data, 'a1', spotAt(1, 0)) as unknown as Rails;
    expect(taken.tile[0]?.cities[0]?.at).not.toEqual([1, 0]);
  });
  it('is drawn where it lies now', () => {
    const moved = places.move(data, 'a1', spotAt(-2, -1));
    const board = { maps: [{ players: [4], cities: [{ id: 'a1', hex: [7, -2] }] }] };
    expect(places.draw(board, moved)).toEqual({
      maps: [{ players: [4], cities: [{ id: 'a1', hex: [8, -3] }] }],
    });
  });
});
