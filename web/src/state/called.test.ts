import { describe, expect, it } from 'vitest';
import { calledBy, inNames } from './called';

const called = calledBy([
  ['Red', 'Ann'],
  ['Blue', 'Captain (bot)'],
  ['Player 1', 'Bea'],
  ['Green', ''],
]);

describe('people by name', () => {
  it('stand where their colours stood', () => {
    expect(called("Red offers Blue: $20M; it is Red's turn")).toBe(
      "Ann offers Captain: $20M; it is Ann's turn",
    );
    expect(called('Player 1 passes')).toBe('Bea passes');
  });

  it('are not seen in other words', () => {
    expect(called('the blue era, Redding, Player 12')).toBe('the blue era, Redding, Player 12');
  });

  it('keep the colour while nobody sits there', () => {
    expect(called('Green passes')).toBe('Green passes');
  });

  it('are put into all that is said, and into nothing that goes back', () => {
    const question = {
      seq: 3,
      ask: 'Answer Red',
      choices: [{ action: { to: 'Red' }, label: 'Pay Red', where: { seat: 'Red' } }],
    };
    expect(inNames(question, called)).toEqual({
      seq: 3,
      ask: 'Answer Ann',
      choices: [{ action: { to: 'Red' }, label: 'Pay Ann', where: { seat: 'Red' } }],
    });
  });

  it('stand above a lesson as they stand in it', () => {
    const panel = { phase: "Red's turn", heading: 'Red flies', step: 3 };
    expect(inNames(panel, called)).toEqual({ phase: "Ann's turn", heading: 'Ann flies', step: 3 });
  });

  it('are put into lists of lines', () => {
    const deal = { earlier: ['Red refused $20M'], warning: 'Red is rich', partner: 0 };
    expect(inNames(deal, called)).toEqual({
      earlier: ['Ann refused $20M'],
      warning: 'Ann is rich',
      partner: 0,
    });
  });
});
