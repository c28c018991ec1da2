import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'

const BODY_MAX_BYTES = 64 * 1024

/** Starts the server of a simulator for this machine only, at a free port when `port` is 0. `close` cuts the open connections. */
export async function listen(server: Server, port = 0): Promise<{ origin: string; close: () => Promise<void> }> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The text of a request. Throws for a longer one. */
export async function readBody(request: IncomingMessage, maxBytes = BODY_MAX_BYTES): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) throw new Error('the body is too long')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The value of a JSON text; null for another text. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
