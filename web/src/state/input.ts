/** Whether the person last used the keyboard: only then is the focus led to the next question. */
export const input = { keys: false };
