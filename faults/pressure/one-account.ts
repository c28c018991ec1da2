import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { makeCompany, makeSession, makeUser } from '#test/factory.ts'
import { openDesk } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { sendFile } from '../form.ts'
import { at } from '../load.ts'
import { withMachine } from '../machine.ts'
import { listWrong, watch } from '../server.ts'
import { openCrowd } from './crowd.ts'

const READERS = 400
const UPLOADS = 200
const SENT_BYTES = 4_000_000
const PICTURES = 40
const PIXELS = 4_900
const MEMORY_MAX_MIB = 700
const P95_MAX_MS = 200
const HELD_MS = 15_000
/** The limits that the campaign's environment takes away, as production has them. */
const LIMITS = { IN_FLIGHT_PER_PERSON: '30', IN_FLIGHT_PER_COMPANY: '200' }

/**
 * One account holds 400 readers that read nothing, 200 uploads that stop in the middle and 40 pictures of 24 megapixels, at the same
 * time, from a process of their own. Expected: the server stays under 700 MiB, the p95 of a person of another company under 200 ms, and no 5xx.
 */
export const oneAccount: Fault = {
  name: 'LOAD',
  set: 'load',
  title: 'one account with slow readers, half uploads and large pictures',
  run: ({ rounds }) =>
    withMachine(async (machine) => {
      const api = await machine.start('api', LIMITS)
      const { token } = await openDesk(machine, api.url(), 1)
      const other = await makeSession(
        machine.owner,
        await makeUser(machine.owner, await makeCompany(machine.owner), 'financial'),
      )
      const picture = await sharp({ create: { width: PIXELS, height: PIXELS, channels: 3, background: '#40a0f0' } })
        .png()
        .toBuffer()
      const port = Number(new URL(api.url()).port)
      const times = rounds ?? 1
      const { result, ...watched } = await watch(api, { token: other, perSecond: 20 }, async () => {
        const statuses: number[] = []
        for (let round = 0; round < times; round += 1) {
          const crowd = await openCrowd(port, [
            {
              count: READERS,
              start: `GET /api/openapi.json HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`,
              reads: false,
            },
            { count: UPLOADS, start: uploadHead(token), fillerBytes: SENT_BYTES, reads: false },
          ])
          const began = performance.now()
          const file = { name: 'foto.png', bytes: Buffer.from(picture) }
          const answers = await Promise.all(
            Array.from({ length: PICTURES }, () => sendFile(`${api.url()}/api/profile/avatar`, token, file)),
          )
          statuses.push(...answers.map(({ status }) => status))
          await wait(Math.max(0, HELD_MS - (performance.now() - began)))
          await crowd.close()
        }
        return statuses
      })
      const p95 = at(watched.times, 0.95)
      const bad = result.filter((status) => status >= 500 && status !== 503)
      return {
        times: times * (READERS + UPLOADS + PICTURES),
        lost: null,
        twice: null,
        recoveredMs: null,
        problems: [
          ...(bad.length > 0 ? [`pictures were answered ${[...new Set(bad)].join(', ')}`] : []),
          ...(watched.highestMiB > MEMORY_MAX_MIB ? [`memory ${Math.round(watched.highestMiB)} MiB`] : []),
          ...listWrong(watched.wrong),
          ...(await machine.listProblems()),
        ],
        late: p95 > P95_MAX_MS ? [`p95 of other people ${p95} ms`] : [],
        note: `memory ${Math.round(watched.beforeMiB)} to ${Math.round(watched.highestMiB)} MiB; other people p95 ${p95} ms; pictures ${countsOf(result)}`,
      }
    }),
}

/** The head of an upload of 5 MB, of which SENT_BYTES are sent. */
const uploadHead = (token: string): string =>
  `POST /api/profile/avatar HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=e\r\ncontent-length: 5000000\r\n\r\n--e\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n`

const countsOf = (statuses: readonly number[]): string =>
  [...new Set(statuses)]
    .map((status) => `${statuses.filter((one) => one === status).length} answered ${status}`)
    .join(', ')
