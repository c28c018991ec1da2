import { failureOfFetch } from './failure.ts'

const TIMEOUT_MS = 20_000

/**
 * Posts JSON to another server than this one, without the session or a cookie: the payment provider, which alone receives the data of a
 * card. Returns its status and its body, null when it is not JSON. Throws a Failure without an answer.
 */
export async function postOutside(
  url: string,
  { token, body }: { token: string; body: object },
): Promise<{ status: number; json: unknown }> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
    })
    return { status: reply.status, json: parsed(await reply.text()) }
  } catch (error) {
    throw failureOfFetch(error)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
