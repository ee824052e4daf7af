/** Two short tones, made here: it is my turn; something was taken from me. Off unless the person wants them. */

import { settings } from '../state/settings.svelte';

interface Tone {
  wave: OscillatorType;
  /** In hertz, one after another. */
  notes: number[];
  seconds: number;
}

export type Occasion = 'turn' | 'hit';

const TONES: Record<Occasion, Tone> = {
  turn: { wave: 'sine', notes: [659, 880], seconds: 0.16 },
  hit: { wave: 'triangle', notes: [220, 165], seconds: 0.22 },
};
const LOUD = 0.12;
const SILENT = 0.0001;

let context: AudioContext | null = null;

export function sound(occasion: Occasion): void {
  // Before the first press on the page a browser would refuse, and say so.
  if (!settings.now.sound || !('AudioContext' in window) || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  const { wave, notes, seconds } = TONES[occasion];
  for (const [i, note] of notes.entries())
    play(context, wave, note, context.currentTime + i * seconds, seconds);
}

function play(on: AudioContext, wave: OscillatorType, note: number, at: number, seconds: number): void {
  const tone = on.createOscillator();
  const volume = on.createGain();
  tone.type = wave;
  tone.frequency.value = note;
  volume.gain.setValueAtTime(LOUD, at);
  volume.gain.exponentialRampToValueAtTime(SILENT, at + seconds);
  tone.connect(volume).connect(on.destination);
  tone.start(at);
  tone.stop(at + seconds);
}
