import { type ClientRequest, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { profileApi } from '#domain/profile/api.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'
import { PERSON_UPLOADS_MAX } from './uploads.ts'

const t = testApp()
const SOON = { timeout: 20_000 }

/** An upload that sends only its beginning. */
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
  const openUploads: ClientRequest[] = []
  const destroyAll = (): void => openUploads.forEach((open) => void open.destroy())
  onTestFinished(destroyAll)
  const file = { name: 'foto.png', bytes: Buffer.from('no es una foto') }
  const codeFor = async (uploader: Person) => (await upload(t, uploader, profileApi.avatar, file)).json.code
  for (let n = 1; n < PERSON_UPLOADS_MAX; n += 1) openUploads.push(halfUpload(address, person))
  expect(await codeFor(person)).toBe('INVALID')
  // One more each time: on a busy machine the database may refuse some of them.
  const codeBesideOneMore = async () => {
    openUploads.push(halfUpload(address, person))
    return codeFor(person)
  }
  await expect.poll(codeBesideOneMore, SOON).toBe('TOO_MANY')
  expect(await codeFor(other)).toBe('INVALID')
  destroyAll()
  await expect.poll(() => codeFor(person), SOON).toBe('INVALID')
})
