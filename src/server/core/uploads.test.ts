import { type ClientRequest, request } from 'node:http'
import { expect, test } from 'vitest'
import { profileApi } from '#domain/profile/api.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'
import { PERSON_UPLOADS_MAX } from './uploads.ts'

const t = testApp()
const SOON = { timeout: 20_000 }

/** An upload of which only the beginning is sent. */
function halfUpload(address: string, person: Person): ClientRequest {
  const sending = request(`${address}/api${profileApi.avatar.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'multipart/form-data; boundary=mitad' },
  })
  sending.on('error', () => undefined)
  sending.write('--mitad\r\ncontent-disposition: form-data; name="file"; filename="foto.png"\r\n\r\nmedia foto')
  return sending
}

test('API-02 quien deja muchas subidas a medias recibe 429, los demás suben, y al soltarlas puede subir otra vez', async () => {
  const company = await t.company()
  const [person, other] = [await company.person('client'), await company.person('client')]
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const halves = Array.from({ length: PERSON_UPLOADS_MAX }, () => halfUpload(address, person))
  const file = { name: 'foto.png', bytes: Buffer.from('no es una foto') }
  const codeFor = async (one: Person) => (await upload(t, one, profileApi.avatar, file)).json.code
  await expect.poll(() => codeFor(person), SOON).toBe('TOO_MANY')
  expect(await codeFor(other)).toBe('INVALID')
  for (const half of halves) half.destroy()
  await expect.poll(() => codeFor(person), SOON).toBe('INVALID')
})
