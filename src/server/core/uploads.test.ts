import { Agent, type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { fileWire } from '#test/cases/case.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'
import { REFUSED_READ_MAX } from './stalled.ts'
import { admitUpload, NETWORK_UPLOADS_MAX, PERSON_UPLOADS_MAX, UPLOADS_MAX } from './uploads.ts'

const t = testApp()
// A person has a limit of pictures in an hour: few tries.
const SOON = { timeout: 20_000, interval: 300 }

/** An upload that sends only its beginning. */
function halfUpload(address: string, person: Person | null): ClientRequest {
  const path = person === null ? publicPqrApi.upload.path : profileApi.avatar.path
  const sending = request(`${address}/api${path}`, {
    method: 'POST',
    headers: {
      ...(person === null ? {} : { authorization: `Bearer ${person.token}` }),
      'content-type': 'multipart/form-data; boundary=mitad',
    },
  })
  sending.on('error', () => undefined)
  sending.write('--mitad\r\ncontent-disposition: form-data; name="file"; filename="foto.png"\r\n\r\nmedia foto')
  return sending
}

const file = { name: 'foto.png', bytes: Buffer.from('no es una foto') }
const codeFor = async (uploader: Person) => (await upload(t, uploader, profileApi.avatar, file)).json.code

/** The server listens once for the file. */
async function serverAddress(): Promise<string> {
  const listening = t.app.server.address()
  return listening === null || typeof listening === 'string'
    ? t.app.listen({ port: 0, host: '127.0.0.1' })
    : `http://${listening.address}:${listening.port}`
}

const countConnections = () => promisify(t.app.server.getConnections.bind(t.app.server))()

test('API-02 quien deja muchas subidas a medias recibe 429, los demás suben, y al soltarlas puede subir otra vez', async () => {
  const company = await t.company()
  const [person, other] = [await company.person('client'), await company.person('client')]
  const address = await serverAddress()
  const openUploads: ClientRequest[] = []
  const destroyAll = (): void => openUploads.forEach((open) => void open.destroy())
  onTestFinished(destroyAll)
  for (let n = 1; n < PERSON_UPLOADS_MAX; n += 1) openUploads.push(halfUpload(address, person))
  expect(await codeFor(person)).toBe('INVALID')
  // One more after each try that was taken: on a busy machine the database may refuse some of them.
  const codeOrOneMore = async () => {
    const code = await codeFor(person)
    if (code !== 'TOO_MANY') openUploads.push(halfUpload(address, person))
    return code
  }
  await expect.poll(codeOrOneMore, SOON).toBe('TOO_MANY')
  expect(await codeFor(other)).toBe('INVALID')
  destroyAll()
  await expect.poll(() => codeFor(person), SOON).toBe('INVALID')
})

test('API-02 con todos los lugares ocupados, la subida de otra persona espera el primero que se libera', async () => {
  const places = Array.from({ length: UPLOADS_MAX }, () => Promise.withResolvers<void>())
  const running = places.map(({ promise }, n) =>
    admitUpload({ userId: `person ${Math.floor(n / PERSON_UPLOADS_MAX)}` }, () => promise),
  )
  let isRead = false
  const waiting = admitUpload({ userId: 'another person' }, async () => (isRead = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isRead).toBe(false)
  places[0]?.resolve()
  expect(await waiting).toBe(true)
  for (const { resolve } of places) resolve()
  await Promise.all(running)
})

test('API-02 una subida que se corta antes de leerse no ocupa el lugar de las siguientes', async () => {
  const company = await t.company()
  const person = await company.person('client')
  const address = await serverAddress()
  const holder = await t.owner.connect()
  const openUploads: ClientRequest[] = []
  try {
    // No session can be read: the uploads wait before anything of their body is.
    await holder.query('begin')
    await holder.query('lock table sessions in access exclusive mode')
    for (let n = 0; n < PERSON_UPLOADS_MAX; n += 1) openUploads.push(halfUpload(address, person))
    await expect.poll(countConnections, SOON).toBe(PERSON_UPLOADS_MAX)
    openUploads.forEach((open) => void open.destroy())
    await expect.poll(countConnections, SOON).toBe(0)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await expect.poll(() => codeFor(person), SOON).toBe('INVALID')
})

test('API-02 las subidas sin sesión a medias de una red no ocupan el lugar de quien tiene sesión', async () => {
  const company = await t.company()
  const person = await company.person('client')
  const address = await serverAddress()
  const openUploads: ClientRequest[] = []
  onTestFinished(() => openUploads.forEach((open) => void open.destroy()))
  for (let n = 0; n < NETWORK_UPLOADS_MAX; n += 1) openUploads.push(halfUpload(address, null))
  const wire = fileWire('foto.png', file.bytes, 'file', { company: '900123456' })
  const publicCode = async () => {
    const response = await fetch(`${address}/api${publicPqrApi.upload.path}`, {
      method: 'POST',
      headers: wire.headers ?? {},
      body: Uint8Array.from(z.parse(z.instanceof(Buffer), wire.body)),
    })
    return z.parse(z.object({ code: z.string() }), await response.json()).code
  }
  await expect.poll(publicCode, SOON).toBe('TOO_MANY')
  expect(await codeFor(person)).toBe('INVALID')
})

/** More than the buffers of a connection hold. */
const BODY_BYTES = 64 * 1024 * 1024

/** Begins an upload without a session, which is refused before its body is read. */
function openRefused(address: string): { socket: Socket; reply: () => string } {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let reply = ''
  socket.on('data', (chunk) => (reply += String(chunk))).on('error', () => undefined)
  socket.write(
    `POST /api${profileApi.avatar.path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=e\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
  )
  return { socket, reply: () => reply }
}

/** Begins as many of them as are read to their end. The bodies of an earlier test may still be among those. Returns what ends them. */
async function holdAll(address: string): Promise<() => void> {
  const held: ReturnType<typeof openRefused>[] = []
  const release = (): void => held.forEach(({ socket }) => void socket.destroy())
  onTestFinished(release)
  const holdOneMore = (): number => {
    const count = held.filter(({ reply }) => /^connection: keep-alive/im.test(reply())).length
    if (count < REFUSED_READ_MAX && held.every(({ reply }) => reply() !== '')) held.push(openRefused(address))
    return count
  }
  await expect.poll(holdOneMore, { timeout: 20_000, interval: 30 }).toBe(REFUSED_READ_MAX)
  return release
}

/** What the buffers of a connection hold, and the server does not read at once. */
const BUFFERED_BYTES = 512 * 1024

/** A request by a pool of connections, as a proxy makes it. */
function askBy(agent: Agent, url: string, body?: Buffer): Promise<{ status: number | undefined; connection: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; connection: unknown }>()
  const headers = { 'content-type': 'multipart/form-data; boundary=e', 'content-length': body?.length ?? 0 }
  request(url, { agent, method: body ? 'POST' : 'GET', ...(body && { headers }) }, (response) => {
    const { statusCode: status, headers: answered } = response
    response.on('end', () => resolve({ status, connection: answered.connection })).resume()
  })
    .on('error', reject)
    .end(body)
  return promise
}

/** Sends such an upload whole. Returns its reply, and whether the server took all of it. */
function sendRefused(address: string): Promise<{ reply: string; isTaken: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ reply: string; isTaken: boolean }>()
  const { socket, reply } = openRefused(address)
  const end = (isTaken: boolean): void => {
    socket.destroy()
    resolve({ reply: reply(), isTaken })
  }
  socket.on('close', () => end(false))
  socket.write(Buffer.alloc(BODY_BYTES, 97), (error) => end(!error))
  return promise
}

test('API-02 de muchas subidas rechazadas a la vez se leen unas pocas hasta el final; las demás se cierran con su respuesta', async () => {
  const address = await serverAddress()
  const release = await holdAll(address)
  const closed = await sendRefused(address)
  expect(closed.isTaken).toBe(false)
  expect(closed.reply).toMatch(/^HTTP\/1\.1 4(?:01|29) /)
  release()
  await expect.poll(async () => (await sendRefused(address)).isTaken, SOON).toBe(true)
})

test('API-02 quien comparte conexiones no reusa la de una subida rechazada que no se leyó: la petición siguiente se responde', async () => {
  const address = await serverAddress()
  await holdAll(address)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const refused = await askBy(agent, `${address}/api${profileApi.avatar.path}`, Buffer.alloc(BUFFERED_BYTES, 97))
  expect(refused).toEqual({ status: expect.toBeOneOf([401, 429]), connection: 'close' })
  expect((await askBy(agent, `${address}/api/nada`)).status).toBe(404)
})
