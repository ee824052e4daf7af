import { describe, expect, it } from 'vitest';
import { botWords, endingOf, withoutMark } from './names';

describe('words for bots and endings', () => {
  it('says the level of a bot and its style, if it has one', () => {
    expect(botWords({ level: 'captain', style: 'bold' })).toBe('captain · bold');
    expect(botWords({ level: 'captain', style: '' })).toBe('captain');
    expect(botWords({ level: null, style: '' })).toBe('');
  });
  it('takes the mark off the end of a name and nothing else', () => {
    expect(withoutMark('Maud Thornquist (bot)')).toBe('Maud Thornquist');
    expect(withoutMark('Ann')).toBe('Ann');
  });
  it('says in words that a game was ended by agreement', () => {
    expect(endingOf('agreement')).toContain('by agreement');
    expect(endingOf('last_player')).toBe('last player');
  });
});
