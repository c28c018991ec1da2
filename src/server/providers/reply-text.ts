/** The text of a provider's reply. Null when it is longer than `maxBytes`: the rest is not read. */
export async function readReplyText({ body }: Response, maxBytes: number): Promise<string | null> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
