import type { Endpoint } from '#domain/core/api.ts'
import { pathOf } from '#domain/core/api.ts'
import type { Answer, Person, TestApp } from './world.ts'

/** Sends a file as a browser's form does. */
export async function upload(
  t: TestApp,
  person: Person,
  endpoint: Endpoint,
  file: { name: string; bytes: Buffer } | null,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
  to: { part?: string; params?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const boundary = '----enlace-test'
  const parts = [
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    ...(file === null
      ? []
      : [
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="${to.part ?? 'file'}"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
          ),
          file.bytes,
          Buffer.from('\r\n'),
        ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]
  const response = await t.app.inject({
    method: 'POST',
    url: `/api${pathOf(endpoint, to.params ?? {})}`,
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat(parts),
  })
  return {
    status: response.statusCode,
    headers: response.headers,
    json: response.json(),
    text: response.body,
    bytes: response.rawPayload,
  }
}
