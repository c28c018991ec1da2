import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { zipSync } from 'fflate'
import { openDesk } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { sendBody, sendFile } from '../form.ts'
import { at } from '../load.ts'
import { withMachine } from '../machine.ts'
import { listWrong, watch } from '../server.ts'

const MIB = 1_024 * 1_024
const GROWTH_MAX_MIB = 150
const ANSWER_MAX_MS = 2_000
const BOUNDARY = 'enlace'

type File = { name: string; bytes: Buffer<ArrayBuffer> }
type Body = { name: string; bytes: Buffer<ArrayBuffer>; type: string }

const zip = (entries: Record<string, Uint8Array>): Buffer<ArrayBuffer> => Buffer.from(zipSync(entries, { level: 9 }))
const text = (value: string): Buffer<ArrayBuffer> => Buffer.from(value)

function files(): File[] {
  const bomb = zip({ 'xl/worksheets/sheet1.xml': new Uint8Array(400 * MIB) })
  const falseSize = Buffer.from(bomb)
  falseSize.writeUInt32LE(10, 22)
  const entities =
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><x>&b;</x>'
  return [
    { name: 'bomb.xlsx', bytes: bomb },
    { name: 'nested.xlsx', bytes: zip({ 'xl/worksheets/sheet1.xml': bomb }) },
    {
      name: 'entries.xlsx',
      bytes: zip(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`xl/${n}.xml`, text('x')]))),
    },
    { name: 'false-size.xlsx', bytes: falseSize },
    { name: 'truncated.xlsx', bytes: bomb.subarray(0, bomb.length / 2) },
    { name: 'paths.xlsx', bytes: zip({ '/etc/passwd': text('x'), '../../x': text('x') }) },
    {
      name: 'entities.xlsx',
      bytes: zip({ 'xl/workbook.xml': text(entities), 'xl/worksheets/sheet1.xml': text(entities) }),
    },
    { name: 'columns.csv', bytes: text('a,'.repeat(1_000_000)) },
    { name: 'nul.csv', bytes: text('identification\0,first_name\n1\0,Ana\n') },
    { name: 'utf16.csv', bytes: Buffer.from('\ufeffidentification,first_name\n1,Ana\n', 'utf16le') },
    { name: 'lines.csv', bytes: text('identification,first_name\r1,Ana\r\n2,Eva\n\r') },
    { name: 'line.csv', bytes: Buffer.alloc(5 * MIB - 1_000, 97) },
    { name: 'huge.csv', bytes: Buffer.alloc(100 * MIB, 97) },
    { name: `${'n'.repeat(2_000)}.csv`, bytes: text('identification\n1\n') },
  ]
}

const part = (name: string): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\nidentification\n1\r\n`

const bodies = (): Body[] => [
  { name: 'no boundary', bytes: text(part('file')), type: 'multipart/form-data' },
  { name: 'another boundary', bytes: text(part('file')), type: 'multipart/form-data; boundary=other' },
  {
    name: '1,000 parts',
    bytes: text(`${part('file').repeat(1_000)}--${BOUNDARY}--\r\n`),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  },
  { name: 'half a form', bytes: text(part('file')), type: `multipart/form-data; boundary=${BOUNDARY}` },
]

/**
 * F13: archives that inflate, nested and truncated ones, hostile tables, and forms that are not forms, sent as an import of clients and
 * as a picture. Expected: 4xx (a readable table of nothing useful may be answered 200 with its errors), within 2 s, memory below
 * +150 MiB, other people are answered, no file is left. Files and limits are the input campaign's.
 */
export const hostileFiles: Fault = {
  name: 'F13',
  set: 'input',
  title: 'archives that inflate, hostile tables, broken forms',
  run: ({ rounds }) =>
    withMachine(async (machine) => {
      const api = await machine.start('api')
      const { token } = await openDesk(machine, api.url(), 1)
      const [hostile, broken, times] = [files(), bodies(), rounds ?? 1]
      const { result, ...watched } = await watch(api, { token, perSecond: 20 }, async () => {
        const wrong: string[] = []
        const slow: string[] = []
        const check = (name: string, { status, ms }: { status: number; ms: number }): void => {
          if (status >= 500 || status === -1 || (status === 0 && name !== 'huge.csv'))
            wrong.push(`${name.slice(0, 20)}: ${status}`)
          if (ms > ANSWER_MAX_MS) slow.push(`${name.slice(0, 20)} ${Math.round(ms)} ms`)
        }
        for (let round = 0; round < times; round += 1)
          for (const address of ['/client/massive/preview', '/profile/avatar']) {
            const url = `${api.url()}/api${address}`
            for (const file of hostile) check(file.name, await sendFile(url, token, file))
            for (const { name, bytes, type } of broken)
              check(name, await sendBody(url, token, bytes, { 'content-type': type }))
          }
        return { wrong, slow }
      })
      const growth = watched.highestMiB - watched.beforeMiB
      const left = (await readdir(path.join(machine.dataDir, 'files'), { recursive: true }).catch(() => [])).filter(
        (name) => /\.\w+$/.test(name),
      )
      return {
        times: times * 2 * (hostile.length + broken.length),
        lost: null,
        twice: null,
        recoveredMs: null,
        problems: [
          ...new Set(result.wrong),
          ...(left.length > 0 ? [`${left.length} files are left`] : []),
          ...listWrong(watched.wrong),
          ...(await machine.listProblems()),
        ],
        late: [
          ...new Set(result.slow),
          ...(growth > GROWTH_MAX_MIB ? [`the memory grew by ${Math.round(growth)} MiB`] : []),
        ],
        note: `memory +${Math.round(growth)} MiB; other people p95 ${at(watched.times, 0.95)} ms`,
      }
    }),
}
