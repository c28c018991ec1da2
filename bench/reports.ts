import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { makeClient, makeCompany, makeContract, makePlan, makeSession, makeUser } from '#test/factory.ts'
import { drawnSignature, reportFields } from '#test/reporting.ts'
import { type BenchEnvironment, withEnvironment } from './environment.ts'
import { type Body, fileBody, jsonBody, post } from './post.ts'

const REPORTS = 1_000
const MINUTE_MS = 60_000
/** Reports before the minute: their code is compiled then. */
const WARM_UP = 50
const TECHNICIANS = 40
const P95_MAX_MS = 300
/** Of ten requests, one is sent twice at the same time: the answer to the first was lost. */
const TWICE_EVERY = 10
/** Attempts of one request that the server has no room for, until the figure is invalid. */
const ATTEMPTS_MAX = 20
const HOUR_MS = 3_600_000
/** A photo as the phone sends it, smaller than its largest size: the decoding of a thousand large ones is not what is measured. */
const PHOTO = { width: 480, height: 360 }

/**
 * The reports of one day of a company, in one minute: each with three photos and two signatures, sent one by one as the phone does,
 * and then the report, which activates its contract. One request of ten is sent twice. `ratio`: the limit divided by the 95th
 * percentile of the slowest kind of request; 0 when a report or a file is lost or stored twice, or when a number is missing.
 */
export const reports = () =>
  withEnvironment(async (environment) => {
    const api = z.parse(z.string(), await environment.startProduct().ask())
    const { company, contracts, tokens } = await seed(environment)
    const pictures = { photo: await photo(), signature: await drawnSignature() }
    const send = (no: string, index: number, times: Times) =>
      sendReport({ api, no, token: tokens[index % TECHNICIANS] ?? '', pictures }, times)
    for (const [index, no] of contracts.splice(0, WARM_UP).entries()) await send(no, index, newTimes())
    const times = newTimes()
    const start = performance.now()
    await Promise.all(
      contracts.map(async (no, index) => {
        await wait((index * MINUTE_MS) / REPORTS)
        await send(no, index, times)
      }),
    )
    const seconds = (performance.now() - start) / 1_000
    const stored = await compare(environment, company)
    const slowest = Math.max(...[times.report, times.photo, times.signature].map((values) => at(values, 0.95)))
    return {
      bench: 'reports',
      ratio: stored.isExact ? Number((P95_MAX_MS / slowest).toFixed(2)) : 0,
      target: 1,
      p95_max_ms: P95_MAX_MS,
      report: shown(times.report),
      photo: shown(times.photo),
      signature: shown(times.signature),
      again: times.again,
      seconds: Math.round(seconds),
      lost: stored.lost,
      twice: stored.twice,
    }
  })

/** The milliseconds of each request until its answer, and how many attempts the server had no room for. */
type Times = Record<'photo' | 'signature' | 'report', number[]> & { again: number }
const newTimes = (): Times => ({ photo: [], signature: [], report: [], again: 0 })
const shown = (values: readonly number[]) => ({ p50_ms: at(values, 0.5), p95_ms: at(values, 0.95) })

const at = (values: readonly number[], share: number): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0)

type Phone = { api: string; no: string; token: string; pictures: Readonly<Record<'photo' | 'signature', Buffer>> }

async function sendReport(phone: Phone, times: Times): Promise<void> {
  const file = (kind: 'photo' | 'signature') => sendFile(phone, kind, times)
  const fields = {
    signature_technical_url: await file('signature'),
    signature_client_url: await file('signature'),
    evi_img_url1: await file('photo'),
    evi_img_url2: await file('photo'),
    evi_img_url3: await file('photo'),
  }
  const now = Date.now()
  const installation_log = reportFields({
    ...fields,
    start_time: new Date(now - 2 * HOUR_MS).toISOString(),
    end_time: new Date(now - HOUR_MS).toISOString(),
  })
  const query = new URLSearchParams({ sent_at: new Date(now).toISOString() })
  await timed(times.report, () =>
    ask(phone, `/installation-log/${phone.no}?${query}`, { headers: {}, body: jsonBody({ installation_log }) }, times),
  )
}

const Uploaded = z.object({ data: z.object({ url: z.string() }) })

async function sendFile(phone: Phone, kind: 'photo' | 'signature', times: Times): Promise<string> {
  const key = randomUUID()
  const answer = await timed(times[kind], () => {
    const body = fileBody(kind, phone.pictures[kind])
    return ask(phone, '/file', { headers: { 'idempotency-key': key }, body }, times)
  })
  return z.parse(Uploaded, answer).data.url
}

/** Sends a request, one of ten twice at the same time; both have the same answer. */
async function timed(times: number[], send: () => Promise<unknown>): Promise<unknown> {
  const start = performance.now()
  const isTwice = times.length % TWICE_EVERY === 0
  const [answer, again] = await Promise.all(isTwice ? [send(), send()] : [send()])
  times.push(performance.now() - start)
  if (isTwice && JSON.stringify(answer) !== JSON.stringify(again)) throw new Error('two answers to one request differ')
  return answer
}

/** A request, again while the server has no room for it, after the wait that its answer says. */
async function ask(
  { api, token }: Pick<Phone, 'api' | 'token'>,
  path: string,
  request: { headers: Readonly<Record<string, string>>; body: Body },
  times: Times,
): Promise<unknown> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    const { status, retryAfterS, text } = await post(`${api}/api${path}`, headers, request.body)
    if (status === 201) return JSON.parse(text)
    // 429: more of one technician wait than the server takes of a person at the same time.
    if (status !== 503 && status !== 429) throw new Error(`${path} was answered ${status}: ${text}`)
    times.again += 1
    await wait(retryAfterS * 1_000)
  }
  throw new Error(`${path} had no room in ${ATTEMPTS_MAX} attempts`)
}

/** The technicians and the contracts that wait for their installation. */
async function seed({ owner }: BenchEnvironment) {
  const company = await makeCompany(owner)
  const planId = await makePlan(owner, company)
  const contracts: string[] = []
  while (contracts.length < WARM_UP + REPORTS) {
    const client = await makeClient(owner, company)
    const status = 'awaiting_installation'
    contracts.push((await makeContract(owner, company, client.id, { planId, status })).no_contract)
  }
  const tokens: string[] = []
  while (tokens.length < TECHNICIANS) tokens.push(await makeSession(owner, await makeUser(owner, company, 'technical')))
  await owner.query('analyze')
  return { company, contracts, tokens }
}

/** A photo with as much detail as a wall with cables: a plain colour would be a file of one kilobyte. */
const photo = (): Promise<Buffer> =>
  sharp({ create: { ...PHOTO, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
    .jpeg({ quality: 75 })
    .toBuffer()

/** What is stored of the reports that were sent, warm-up included. Their numbers go from 1 on, without a gap. */
async function compare({ owner }: BenchEnvironment, company: string) {
  const { rows } = await owner.query<{
    reports: number
    contracts: number
    last: number
    files: number
    active: number
  }>(
    `select count(*)::int as reports, count(distinct contract_id)::int as contracts, max(consecutive)::int as last,
       (select count(*)::int from evidence_files where company_id = $1) as files,
       (select count(*)::int from contracts where company_id = $1 and status = 'active') as active
     from installation_reports where company_id = $1`,
    [company],
  )
  const { reports: stored, contracts, last, files, active } = rows[0] ?? {}
  const sent = WARM_UP + REPORTS
  const isExact = stored === sent && last === sent && active === sent && files === sent * 5
  return { isExact, lost: sent - (contracts ?? 0), twice: (stored ?? 0) - (contracts ?? 0) }
}
