/** The tone of each outcome of a promise or an agreement. */
export const PROMISE_TONES = { open: 'info', kept: 'good', broken: 'bad', cancelled: 'quiet' } as const
