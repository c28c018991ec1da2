import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serveWeb } from '#server/core/static.ts'
import { importsOf, listScreenFiles } from '../scripts/screen-files.ts'

const DIST = path.resolve(import.meta.dirname, '../dist')
const KB = 1_000
/** The maximum of compressed kilobytes of JavaScript for a first screen, and for each page in addition. */
const PORTAL_MAX_KB = 170
/** For a document that a client opens from a message: the invoice also has the actions of the desk. */
const DOCUMENT_MAX_KB = 180
/** For the day of a technician. */
const FIELD_MAX_KB = 200
const DESK_MAX_KB = 260
const ROUTE_MAX_KB = 60
const PORTAL_CSS_MAX_KB = 15
const SETTINGS = { contactEmail: 'soporte@enlace.test', mapTilesUrl: null }

const Chunk = z.object({
  file: z.string(),
  isEntry: z.optional(z.boolean()),
  imports: z.optional(z.array(z.string())),
  css: z.optional(z.array(z.string())),
})
const manifest = z.parse(
  z.record(z.string(), Chunk),
  JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')),
)

const kilobytes = (file: string): number => gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length / KB

const closure = (names: readonly string[]): Set<string> => importsOf(manifest, names)

const scripts = (names: Iterable<string>): number =>
  [...names].reduce((total, name) => total + kilobytes(manifest[name]?.file ?? ''), 0)
const styles = (names: Iterable<string>): number =>
  [...new Set([...names].flatMap((name) => manifest[name]?.css ?? []))].reduce(
    (total, file) => total + kilobytes(file),
    0,
  )

const entry = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
const page = (ending: string): string[] => {
  const found = Object.keys(manifest).filter((name) => name.endsWith(ending))
  if (found.length === 0) throw new Error(`no page ${ending} in the build`)
  return found
}
const shell = Object.keys(manifest).filter((name) => name.endsWith('shell/AppShell.tsx'))

test('the test sees the build', () => {
  expect(entry).toHaveLength(1)
  expect(Object.keys(manifest).length).toBeGreaterThan(15)
})

test('the portal’s first screens load at most 170 kB of scripts and 15 kB of styles', () => {
  for (const first of ['auth/LoginPage.tsx', 'public/HomePage.tsx', 'screens/DashboardScreen.tsx']) {
    const loaded = closure([...entry, ...shell, ...page(first)])
    expect(scripts(loaded)).toBeLessThanOrEqual(PORTAL_MAX_KB)
    expect(styles(loaded)).toBeLessThanOrEqual(PORTAL_CSS_MAX_KB)
  }
})

test('the documents of a client load at most 180 kB of scripts, without the menus of the desk', () => {
  for (const document of ['screens/InvoiceScreen.tsx', 'payments/VoucherPage.tsx', 'screens/CreditNoteScreen.tsx']) {
    const loaded = closure([...entry, ...shell, ...page(document)])
    expect([document, scripts(loaded) <= DOCUMENT_MAX_KB]).toEqual([document, true])
    expect([document, [...loaded].filter((name) => name.endsWith('ui/Menu.tsx'))]).toEqual([document, []])
  }
})

test('DSH-04 the first screen of a technician loads at most 200 kB of scripts', () => {
  const day = [
    'screens/DashboardScreen.tsx',
    'dashboard/StaffHome.tsx',
    'dashboard/TechnicianDay.tsx',
    'dashboard/VisitCard.tsx',
  ].flatMap((name) => Object.keys(manifest).filter((file) => file.endsWith(name)))
  expect(day.filter((name) => name.endsWith('TechnicianDay.tsx'))).toHaveLength(1)
  expect(scripts(closure([...entry, ...shell, ...day]))).toBeLessThanOrEqual(FIELD_MAX_KB)
})

test('the back office’s shell loads at most 260 kB of scripts', () => {
  expect(scripts(closure([...entry, ...shell]))).toBeLessThanOrEqual(DESK_MAX_KB)
})

test('no page and no screen adds more than 60 kB to the shell', () => {
  const base = closure([...entry, ...shell])
  const pages = Object.keys(manifest).filter((name) => /src\/web\/.*(Page|Screen)\.tsx$/.test(name))
  expect(pages.length).toBeGreaterThan(10)
  for (const name of pages) {
    const added = [...closure([name])].filter((loaded) => !base.has(loaded))
    expect([name, scripts(added) <= ROUTE_MAX_KB]).toEqual([name, true])
  }
})

test('the build names the files of each screen, and the page of a screen links them', async () => {
  const screens = listScreenFiles(path.resolve(DIST, '..'), manifest)
  const addresses = screens.map((screen) => screen.path)
  expect(addresses).toEqual(expect.arrayContaining(['/dashboard', '/view/invoice/:id', '/payments', '/invoices']))
  for (const file of screens.flatMap((screen) => [...screen.scripts, ...screen.styles]))
    expect([file, existsSync(path.join(DIST, file))]).toEqual([file, true])

  const app = Fastify()
  await serveWeb(app, DIST, SETTINGS)
  const html = async (url: string): Promise<string> => (await app.inject({ url })).body
  const invoice = await html('/view/invoice/01a201e3-5da8-7000-8bc0-861c87544385')
  expect(invoice).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/InvoiceScreen-[^"]+\.js">.*<\/head>/s)
  expect(await html('/about')).not.toContain('AppShell')
  await app.close()
})

test('the app can be installed: its manifest, its icons and its service worker are served, and only files of the build are kept', async () => {
  const app = Fastify()
  await serveWeb(app, DIST, SETTINGS)
  const get = (url: string) => app.inject({ url })
  const manifest_ = await get('/manifest.webmanifest')
  expect(manifest_.headers['content-type']).toContain('application/manifest+json')
  const { icons, start_url } = manifest_.json()
  expect(start_url).toBe('/dashboard')
  for (const { src, sizes, type } of icons) {
    const icon = await get(src)
    expect([src, icon.statusCode, icon.headers['content-type']]).toEqual([src, 200, type])
    // A browser looks for the icon of the tab at each change of screen.
    expect([src, icon.headers['cache-control']]).toEqual([src, 'public, max-age=86400'])
    if (type !== 'image/png') continue
    const [width, height] = [icon.rawPayload.readUInt32BE(16), icon.rawPayload.readUInt32BE(20)]
    expect(`${width}x${height}`).toBe(sizes)
  }
  const worker = await get('/sw.js')
  expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(worker.headers['content-type']).toContain('javascript')
  const kept = [...worker.body.matchAll(/\{url:["'`]([^"'`]+)["'`]/g)].map(([, url = '']) => url)
  expect(kept).toContain('/app-shell')
  for (const home of [/\/ShellDialogs-/, /\/DashboardScreen-/, /\/StaffHome-/])
    expect(kept).toContainEqual(expect.stringMatching(home))
  const files = kept.filter((url) => url !== '/app-shell')
  expect(files.length).toBeGreaterThan(5)
  for (const file of files) expect([file, existsSync(path.join(DIST, file))]).toEqual([file, true])
  await app.close()
})
