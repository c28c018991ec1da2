import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { authApi } from '#domain/auth/api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { samplePicture } from '#test/cases/profile.ts'
import { makeClient } from '#test/factory.ts'
import { emptyMailbox, runJobs } from '#test/sign-in.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const Pictured = z.object({ data: z.object({ url: z.string() }) })

async function clientOf(companyId: string): Promise<Person> {
  const made = await makeClient(t.owner, companyId, { email: 'yenny@correo.test' })
  const { rows } = await t.owner.query('select id, username from users where id = $1', [made.userId])
  const user = { ...rows[0], company_id: companyId, companyId }
  return t.as(await t.session(user), user)
}

const image = async (url: string) => {
  const [, , , company = '', name = ''] = url.split('/')
  return t.ask(profileApi.image, { params: { company, name } })
}

test('PRF-01 quien trabaja cambia su nombre, quien es cliente su contacto, y nadie lo del otro', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  const { data } = await technical.call(profileApi.update, {
    body: { profile: { first_name: 'Julia', last_name: 'Paz' } },
  })
  expect(data).toMatchObject({ first_name: 'Julia', last_name: 'Paz' })
  const phone = await technical.ask(profileApi.update, { body: { profile: { phone: '3001112233' } } })
  expect([phone.status, phone.json.errors?.[0]?.field]).toEqual([400, 'profile.phone'])
  const client = await clientOf(company.id)
  const changed = await client.call(profileApi.update, { body: { profile: { phone: '3001112233', telephone: null } } })
  expect(changed.data).toMatchObject({ phone: '3001112233', telephone: null })
  const renamed = await client.ask(profileApi.update, { body: { profile: { first_name: 'Otra' } } })
  expect([renamed.status, renamed.json.errors?.[0]?.message]).toEqual([
    400,
    'Ese dato lo cambia tu empresa: pídelo allí',
  ])
  const wrong = await client.ask(profileApi.update, { body: { profile: { phone: '123' } } })
  expect(wrong.json.errors?.[0]?.message).toBe('El celular tiene 10 dígitos y empieza por 3')
})

test('PRF-01 el correo de un cliente solo se cambia confirmando la contraseña', async () => {
  const client = await clientOf((await t.company()).id)
  await t.owner.query("update sessions set fresh_until = now() - interval '1 hour' where user_id = $1", [client.id])
  const body = { profile: { email: 'nueva@correo.test' } }
  const stale = await client.ask(profileApi.update, { body })
  expect([stale.status, stale.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  await t.owner.query("update sessions set fresh_until = now() + interval '5 minutes' where user_id = $1", [client.id])
  const asked = await client.call(profileApi.update, { body })
  expect([asked.data.email, asked.message]).toEqual([
    'yenny@correo.test',
    'Te enviamos un enlace a nueva@correo.test. Ábrelo para confirmar tu correo; mientras tanto sigue el anterior.',
  ])
  await emptyMailbox(t)
  await client.call(profileApi.update, { body })
  await runJobs(t)
  const [sent] = t.mails
  expect([sent?.to, sent?.subject]).toEqual(['nueva@correo.test', 'Confirma tu correo nuevo'])
  const token = /confirm-email\/(lnk_[\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
  t.mails.length = 0
  const confirm = () => t.ask(profileApi.confirmEmail, { body: { token } })
  expect((await confirm()).json.message).toBe('Tu correo quedó confirmado')
  expect((await client.call(profileApi.get)).data.email).toBe('nueva@correo.test')
  await runJobs(t)
  expect(t.mails.map((mail) => [mail.to, mail.subject])).toEqual([['yenny@correo.test', 'Tu correo cambió']])
  expect((await confirm()).status).toBe(422)
})

test('PRF-01 un correo que otra persona usa recibe la misma respuesta que uno libre, cinco veces al día', async () => {
  const owner = await (await t.company()).person('admin')
  const client = await clientOf((await t.company()).id)
  const change = (email: string) => client.ask(profileApi.update, { body: { profile: { email } } })
  const [taken, free] = [await change(owner.email), await change('libre@correo.test')]
  expect([taken.status, taken.text.replace(owner.email, '')]).toEqual([200, free.text.replace('libre@correo.test', '')])
  for (let n = 0; n < 3; n += 1) expect((await change(owner.email)).status).toBe(200)
  expect((await change('libre@correo.test')).status).toBe(429)
})

test('PRF-01 la foto se guarda dibujada de nuevo, del tamaño de la casa y sin lo que traía', async () => {
  const company = await t.company()
  const person = await company.person('financial')
  const bytes = await samplePicture(3_000, 1_000)
  expect((await sharp(bytes).metadata()).exif).toBeDefined()
  const { data } = z.parse(Pictured, (await upload(t, person, profileApi.avatar, { name: 'foto.jpg', bytes })).json)
  const kept = await image(data.url)
  expect([kept.status, kept.headers['content-type'], kept.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=31536000, immutable',
  ])
  const { format, width, height, exif } = await sharp(kept.bytes).metadata()
  expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined])
  const me = await person.call(authApi.me)
  expect(JSON.stringify(me)).toContain(data.url)
  await person.call(profileApi.removeAvatar)
  expect(JSON.stringify(await person.call(authApi.me))).not.toContain(data.url)
})

test('PRF-01 el logo de la empresa lo cambia su administrador y lo ven todos', async () => {
  const company = await t.company()
  const admin = await company.person('admin')
  const answer = await upload(t, admin, profileApi.logo, { name: 'logo.png', bytes: await samplePicture(960, 320) })
  const { data } = z.parse(Pictured, answer.json)
  const { width, height } = await sharp((await image(data.url)).bytes).metadata()
  expect([width, height]).toEqual([480, 160])
  expect(JSON.stringify(await (await company.person('technical')).call(authApi.me))).toContain(data.url)
  expect((await company.person('financial').then((one) => upload(t, one, profileApi.logo, null))).status).toBe(403)
})

test('PRF-01 lo que no es una imagen, o se hace pasar por una, no se guarda', async () => {
  const company = await t.company()
  const person = await company.person('financial')
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const hostile = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a/*<script>*/=1'),
    Buffer.concat([png.subarray(0, 8), Buffer.from('<script>alert(1)</script>')]),
    png.subarray(0, 40),
    Buffer.alloc(0),
    await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  ]
  for (const bytes of hostile) {
    const answer = await upload(t, person, profileApi.avatar, { name: 'foto.png', bytes })
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, 'file'])
  }
  const folder = path.join(t.world.config.dataDir, 'files', company.id)
  expect(await readdir(folder, { recursive: true }).catch(() => [])).toEqual([])
  for (const name of ['../../secret', 'x.webp', `${'a'.repeat(64)}.webp`]) {
    const answer = await t.ask(profileApi.image, { params: { company: company.id, name } })
    expect(answer.status).toBe(404)
  }
})
