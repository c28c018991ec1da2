import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/world.ts'
import { buildServer } from './serve.ts'

const t = testApp()
const TILES = 'https://mapas.ejemplo.co:8443/{z}/{x}/{y}.png?key=a&v=1'

test('CON-10 con el mapa del operador la página sabe dónde está y solo admite imágenes de ese origen; sin él no admite ninguno', async () => {
  const none = await pageWith(null)
  expect([none.tiles, none.images]).toEqual(['', "img-src 'self' blob: data:"])
  const some = await pageWith(TILES)
  expect(some.tiles).toBe(TILES.replace('&', '&amp;'))
  expect(some.images).toBe("img-src 'self' blob: data: https://mapas.ejemplo.co:8443")
  // Nothing else of the policy is wider.
  expect(some.policy.replace(' https://mapas.ejemplo.co:8443', '')).toBe(none.policy)
  expect(some.api).toBe(none.api)
})

test('PAY-04 una página solo llama a su servidor y a los de Wompi, que recibe los datos de la tarjeta', async () => {
  const { policy } = await pageWith(null)
  const part = policy.split('; ').find((one) => one.startsWith('connect-src'))
  const origins = Object.values(t.world.config.wompiUrls).map((address) => new URL(address).origin)
  expect(part).toBe(`connect-src 'self' ${[...new Set(origins)].join(' ')}`)
})

test('una página con un secreto en su dirección no se lista en los buscadores', async () => {
  const { robots } = await pageWith(null)
  expect(robots).toEqual(['noindex', 'noindex', undefined])
})

/** What a page of this installation says of its map, and its policy. */
async function pageWith(mapTilesUrl: string | null) {
  const webDir = await mkdtemp(path.join(tmpdir(), 'enlace-map-tiles-'))
  onTestFinished(() => rm(webDir, { recursive: true, force: true }))
  for (const folder of ['.vite', 'assets']) await mkdir(path.join(webDir, folder))
  await writeFile(path.join(webDir, '.vite/screens.json'), '[]')
  const metas = ['contact', 'map-tiles'].map((name) => `<meta name="${name}" content="" />`)
  await writeFile(path.join(webDir, 'index.html'), `<head>${metas.join('')}</head>`)
  const world = { ...t.world, config: { ...t.world.config, mapTilesUrl } }
  const app = await buildServer(world, [], { webDir })
  onTestFinished(() => app.close())
  const { body, headers } = await app.inject({ url: '/contracts' })
  const policy = String(headers['content-security-policy'])
  const robotsOf = async (url: string) => (await app.inject({ url })).headers['x-robots-tag']
  return {
    robots: await Promise.all(['/factura/un-secreto', '/firma/otro', '/contracts'].map(robotsOf)),
    tiles: /<meta name="map-tiles" content="([^"]*)"/.exec(body)?.[1],
    policy,
    images: policy.split('; ').find((part) => part.startsWith('img-src')),
    api: (await app.inject({ url: '/api/none' })).headers['content-security-policy'],
  }
}
