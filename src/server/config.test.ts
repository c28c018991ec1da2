import { expect, test } from 'vitest'
import { DEMO_SECRET, readConfig } from './config.ts'

const good = {
  DATABASE_URL: 'postgres://enlace:clave@localhost/enlace',
  PUBLIC_URL: 'https://portal.ejemplo.co/',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'Enlace <no-responder@ejemplo.co>',
  CONTACT_EMAIL: 'ayuda@ejemplo.co',
  ENLACE_SECRET: Buffer.alloc(32, 1).toString('base64'),
}

const S3 = { S3_BUCKET: 'enlace', S3_ACCESS_KEY_ID: 'clave', S3_SECRET_ACCESS_KEY: 'secreto' }

test('BKT-03 without a bucket the files are in the data folder, and with one its settings are complete', () => {
  expect(readConfig('demo', {}).s3).toBeNull()
  expect(readConfig('demo', { ...S3, S3_ENDPOINT: 'http://127.0.0.1:9000' }).s3).toEqual({
    bucket: 'enlace',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9000',
    accessKeyId: 'clave',
    secretAccessKey: 'secreto',
    prefix: '',
  })
})

test('PQR-03 the replies to e-mails need an address and the token of the mail server, both', () => {
  const both = { INBOUND_ADDRESS: 'pqr@respuestas.ejemplo.co', INBOUND_TOKEN: 'x'.repeat(32) }
  expect(readConfig('demo', {}).inbound).toBeNull()
  expect(readConfig('production', { ...good, ...both }).inbound).toEqual({
    address: both.INBOUND_ADDRESS,
    token: both.INBOUND_TOKEN,
  })
  for (const wrong of ['PQR@x.co', 'pqr@x', 'pqr+a@x.co', `${'a'.repeat(21)}@x.co`, 'a b@x.co', ''])
    expect(() => readConfig('demo', { ...both, INBOUND_ADDRESS: wrong })).toThrow(/INBOUND_ADDRESS: debe ser/)
  for (const wrong of ['corta', ''])
    expect(() => readConfig('demo', { ...both, INBOUND_TOKEN: wrong })).toThrow(/INBOUND_TOKEN: debe tener/)
})

test('a production start without its variables stops with all of them in one readable list', () => {
  expect(() => readConfig('production', { PORT: 'ochenta', TRUST_PROXY: '2' })).toThrow(
    /PORT: debe ser un número entero\n {2}- TRUST_PROXY/,
  )
  const complete = (): unknown => readConfig('production', {})
  // The sender is asked for where there is a mail server.
  const first = Object.keys(good).filter((name) => name !== 'MAIL_FROM')
  for (const name of first) expect(complete).toThrow(new RegExp(`- ${name}: `))
})

test('the demo needs no variable, and production refuses the secret of the demo', () => {
  expect(readConfig('demo', {})).toMatchObject({ port: 3000, host: '127.0.0.1', publicUrl: 'http://localhost:3000' })
  expect(() => readConfig('production', { ...good, ENLACE_SECRET: DEMO_SECRET })).toThrow(/es la de la demostración/)
  expect(() => readConfig('production', { ...good, ENLACE_SECRET: 'corta' })).toThrow(/32 bytes en base64/)
})

test('the server listens on all addresses only with https', () => {
  expect(readConfig('production', good)).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://portal.ejemplo.co' })
  expect(readConfig('production', { ...good, PUBLIC_URL: 'http://10.0.0.5' })).toMatchObject({ host: '127.0.0.1' })
  expect(() => readConfig('production', { ...good, PUBLIC_URL: 'portal.ejemplo.co' })).toThrow(/dirección completa/)
})

test('ERR-04 the contact address is a setting, without characters that HTML escapes', () => {
  expect(readConfig('production', good).contactEmail).toBe('ayuda@ejemplo.co')
  for (const address of ['ayuda', 'a"b@ejemplo.co', '<a>@ejemplo.co', "a'b@ejemplo.co", 'a&b@ejemplo.co', 'a@b'])
    expect(() => readConfig('production', { ...good, CONTACT_EMAIL: address })).toThrow(/CONTACT_EMAIL: debe ser/)
})

test('CON-10 the address of the pictures of the map is absent, or https of one host with its three places', () => {
  const tiles = (address: string) => readConfig('production', { ...good, MAP_TILES_URL: address }).mapTilesUrl
  expect([tiles(''), readConfig('demo', {}).mapTilesUrl]).toEqual([null, null])
  for (const address of [
    'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    'https://mapas.ejemplo.co:8443/es/{z}/{y}/{x}@2x.png?key=a-1&v=2',
    'http://127.0.0.1:4000/{z}/{x}/{y}.png',
    'http://localhost:4000/{z}/{x}/{y}.png',
  ])
    expect(tiles(address)).toBe(address)
  for (const address of [
    'tile.openstreetmap.org/{z}/{x}/{y}.png',
    'http://tile.openstreetmap.org/{z}/{x}/{y}.png',
    'http://127.0.0.1.ejemplo.co/{z}/{x}/{y}.png',
    'https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png',
    'https://tile.openstreetmap.org/{z}/{x}.png',
    'https://tile.openstreetmap.org/{z}/{x}/{y}/{r}.png',
    'https://tile.openstreetmap.org/{z}/{x}/{y}.png" onload="',
    'https://tile.openstreetmap.org/{z}/{x}/{y}.png?<script>',
    "https://*;script-src 'unsafe-inline'/{z}/{x}/{y}.png",
    'https://tile.openstreetmap.org:99999/{z}/{x}/{y}.png',
    'javascript:alert(1)//{z}{x}{y}',
  ])
    expect(() => tiles(address)).toThrow(/MAP_TILES_URL: debe empezar con https/)
})

test('the configuration cannot be changed after the start', () => {
  expect(() => Object.assign(readConfig('demo', {}), { port: 1 })).toThrow(TypeError)
})

test('a setting that cannot work is refused with its name, before anything is opened', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: 'nonsense' }, /DATABASE_URL: debe ser una dirección de PostgreSQL/],
    [{ DATABASE_ADMIN_URL: 'http://localhost/enlace' }, /DATABASE_ADMIN_URL: debe ser una dirección de PostgreSQL/],
    [{ SMTP_URL: 'nonsense' }, /SMTP_URL: debe ser un servidor de correo/],
    [{ PUBLIC_URL: 'ftp://ejemplo.co' }, /PUBLIC_URL: debe ser una dirección completa/],
    [{ PUBLIC_URL: 'https://ejemplo.co/enlace' }, /PUBLIC_URL: debe ser una dirección completa y sin ruta/],
    [{ POOL_MAX: '0' }, /POOL_MAX: debe estar entre 1 y 1000/],
    [{ PORT: '70000' }, /PORT: debe ser un puerto, hasta 65535/],
    [{ S3_BUCKET: 'enlace' }, /S3_ACCESS_KEY_ID: falta[^]*S3_SECRET_ACCESS_KEY: falta/],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, /S3_BUCKET: falta/],
    [{ S3_BUCKET: 'Con espacios' }, /S3_BUCKET: debe ser el nombre de un bucket/],
    [{ ...S3, S3_ENDPOINT: 'minio:9000' }, /S3_ENDPOINT: debe ser una dirección completa/],
    [{ ...S3, S3_PREFIX: 'archivos' }, /S3_PREFIX: debe terminar en \//],
    [{ MAIL_FROM: '' }, /MAIL_FROM: falta quién envía los correos/],
    [{ MAIL_FROM: 'Enlace' }, /MAIL_FROM: debe ser un correo/],
  ]
  for (const [setting, sentence] of wrong)
    expect(() => readConfig('production', { ...good, ...setting })).toThrow(sentence)
  expect(readConfig('demo', {}).mailFrom).toContain('@enlace.test')
  expect(readConfig('production', { ...good, HOST: '127.0.0.1' }).host).toBe('127.0.0.1')
})
