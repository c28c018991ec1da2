/** Whether a reply of this status may be another one later, so that the report waits: no response, an ended session, too many calls, a server that fails. */
export const isPassing = (status: number): boolean => status === 0 || status === 401 || status === 429 || status >= 500

/** Sends each one, in order. One that throws does not stop the others. Never rejects. */
export async function sendEach(ids: readonly string[], send: (id: string) => Promise<void>): Promise<void> {
  for (const id of ids) await send(id).catch(() => undefined)
}
