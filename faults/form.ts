import { randomUUID } from 'node:crypto'

export type FormFile = { name: string; bytes: Buffer<ArrayBuffer> }

/** Sends a file in a form, as a browser does. Returns the status and the time; status 0 when the connection was cut. */
export async function sendFile(
  url: string,
  token: string,
  { name, bytes }: FormFile,
  maxMs = 60_000,
): Promise<{ status: number; ms: number }> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), name)
  return sendBody(url, token, form, {}, maxMs)
}

/** Sends any body in place of a form. */
export async function sendBody(
  url: string,
  token: string,
  body: FormData | Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  maxMs = 60_000,
): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  const status = await fetch(url, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, connection: 'close', 'idempotency-key': randomUUID(), ...headers },
    signal: AbortSignal.timeout(maxMs),
  }).then(
    async (answer) => {
      await answer.arrayBuffer().catch(() => null)
      return answer.status
    },
    (error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? -1 : 0),
  )
  return { status, ms: performance.now() - began }
}
