export { default } from './Board.svelte';
export { default as Hand } from './Hand.svelte';
export { default as Holdings } from './Holdings.svelte';
export { figures, money, owned, purse, scoreName } from './figures';
