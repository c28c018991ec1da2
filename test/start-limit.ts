/** How long a test waits for the start of the demo. A busy machine needs minutes for what takes ten seconds on an idle one. */
export const START_MAX_MS = 180_000
