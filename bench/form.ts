/** Sends a file with its fields as a browser's form does. Returns the milliseconds until the whole answer was read. */
export async function sendFile(
  url: string,
  token: string,
  file: File,
  fields: Readonly<Record<string, string>> = {},
): Promise<[ms: number, answer: unknown]> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', file)
  const start = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
    body,
  })
  const json: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${JSON.stringify(json)}`)
  return [performance.now() - start, json]
}
