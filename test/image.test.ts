import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { cloneDatabase } from './database.ts'

import { productionEnv } from './operator-process.ts'
import { freePort } from './s3.ts'

// There is no container engine here: the last stage of the Dockerfile is made in a folder, with the packages of this checkout.

const ROOT = path.resolve(import.meta.dirname, '..')
const MAX_MS = 90_000
const READY_MS = 30_000
const IMAGE = readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')
const COMPOSE = readFileSync(path.join(ROOT, 'deploy/compose.yaml'), 'utf8')
/** What the build makes. */
const MADE = ['node_modules', 'dist']

test(
  'OPS-01 OPS-02 lo que la imagen copia arranca con las variables del archivo de compose, dice que está listo y para cuando se le pide',
  async () => {
    const database = await cloneDatabase()
    onTestFinished(() => database.drop())
    const folder = await mkdtemp(path.join(tmpdir(), 'enlace-image-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const place = path.join(folder, 'srv')
    const data = path.join(folder, 'data')
    mkdirSync(data)
    makeImage(place)
    const port = await freePort()
    const env = {
      PATH: process.env.PATH ?? '',
      ...ofCompose(productionEnv(database, data)),
      ...ofImage(),
      PORT: String(port),
      ENLACE_DATA: data,
    }
    const [program = '', ...words] = [...instruction('ENTRYPOINT'), ...instruction('CMD')]
    const server = spawn(path.join(place, program), words, { cwd: place, env, stdio: ['ignore', 'ignore', 'pipe'] })
    onTestFinished(() => void server.kill('SIGKILL'))
    let err = ''
    server.stderr.on('data', (chunk) => (err += String(chunk)))
    const [, check = ''] = /^HEALTHCHECK [^\n]*\\\n +CMD (.+)$/m.exec(IMAGE) ?? []
    const [node = '', ...args] = z.parse(z.array(z.string()), JSON.parse(check))
    expect(node).toBe('node')
    const isReady = () =>
      promisify(execFile)(process.execPath, args, { env }).then(
        () => 'ready',
        () => err,
      )
    expect(await isReady()).not.toBe('ready')
    await expect.poll(async () => (server.exitCode === null ? isReady() : err), { timeout: READY_MS }).toBe('ready')
    const [, signal = ''] = /^STOPSIGNAL (.+)$/m.exec(IMAGE) ?? []
    expect(signal).toBe('SIGTERM')
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  },
  MAX_MS,
)

/** The words of an instruction of the last stage in the form of a list. */
function instruction(name: string): string[] {
  const [, list = '[]'] = new RegExp(`^${name} (\\[.+\\])$`, 'm').exec(IMAGE) ?? []
  return z.parse(z.array(z.string()), JSON.parse(list))
}

/** Copies what the last stage copies from the first one; what the build makes is of this checkout, with the page of the web app alone. */
function makeImage(place: string): void {
  mkdirSync(place)
  for (const [, sources = ''] of IMAGE.matchAll(/^COPY --from=build (.+) \S+$/gm))
    for (const source of sources.split(' ').map((one) => path.relative('/srv/enlace', one)))
      if (!MADE.includes(source)) cpSync(path.join(ROOT, source), path.join(place, source), { recursive: true })
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(place, 'node_modules'))
  mkdirSync(path.join(place, 'dist/.vite'), { recursive: true })
  writeFileSync(path.join(place, 'dist/.vite/screens.json'), '[]')
  cpSync(path.join(ROOT, 'index.html'), path.join(place, 'dist/index.html'))
}

/** The variables that the image sets. */
const ofImage = (): Record<string, string> =>
  Object.fromEntries(
    [...(/^ENV (.+)$/m.exec(IMAGE)?.[1] ?? '').matchAll(/([A-Z0-9_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

/** The variables that the compose file passes when only those are set that it asks for; those of the addresses of the database too. */
function ofCompose(required: Readonly<Record<string, string>>): Record<string, string> {
  const [, server = ''] = COMPOSE.split('  enlace:\n')
  const passed = [...server.matchAll(/^ {6}([A-Z0-9_]+): (.+)$/gm)].map(([, name = '', value = '']) => {
    if (/^\$\{\w+:-\}$/.test(value)) return [name, '']
    expect([name, required[name] !== undefined]).toEqual([name, true])
    return [name, required[name]]
  })
  return Object.fromEntries(passed)
}
