import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { openZipFile } from './zip-file.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'enlace-zip-'))
afterAll(() => rm(folder, { recursive: true }))

test('R5.8 otro programa abre el ZIP que se escribe archivo por archivo, con sus nombres y su contenido', async () => {
  const files: Record<string, Uint8Array> = {
    'LEEME.txt': Buffer.from('Copia de tus datos'),
    'pqr/Caída en Ñemby.pdf': Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251)),
    'vacío.csv': Buffer.alloc(0),
  }
  const zip = await openZipFile(folder, new Date('2026-11-28T15:00:00Z'))
  for (const [name, bytes] of Object.entries(files)) await zip.add(name, bytes)
  const { body, bytes } = await zip.end()
  const content = await buffer(body)
  expect(content).toHaveLength(bytes)
  const read = unzipSync(content)
  expect(Object.keys(read)).toEqual(Object.keys(files))
  for (const [name, expected] of Object.entries(files))
    expect(Buffer.from(read[name] ?? [])).toEqual(Buffer.from(expected))
})
