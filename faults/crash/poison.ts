import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { SMTPServer } from 'smtp-server'
import type { Fault, Outcome } from '../fault.ts'
import { type Machine, withMachine } from '../machine.ts'
import type { Part } from '../part.ts'

const POISON = 'poison@enlace.test'
/** How often the queue tries a job. */
const TRIES = 8
const FIRST_MAILS = 60
const MAILS_EACH_KILL = 10
/** A runner is gone after 30 s, and the other one looks every 5 s. */
const GIVEN_BACK_MAX_MS = 36_000
const KILL_MAX_MS = 90_000
const EMPTY_MAX_MS = 180_000
const METRICS_TOKEN = 'the-token-of-the-campaign'

/**
 * F22: an e-mail whose job ends its process each time, among others: the mail server kills the worker that sends it, and the worker is
 * started again, as a supervisor does. Expected: the others are sent, each with one message id, the job of a killed worker is given back within
 * 36 s, and after eight tries it is set aside, which the metrics say. The first of the waits is real, the others are shortened. The figure
 * of the tries is the crash campaign's.
 */
export const poisonJob: Fault = {
  name: 'F22',
  set: 'crash',
  title: 'a job that ends its process each time',
  run: () =>
    withMachine(async (machine) => {
      const api = await machine.start('api', { METRICS_TOKEN })
      const seen: Seen = { arrived: [], killed: [], restarts: [] }
      const mails: string[] = []
      const addMails = async (count: number): Promise<void> => {
        const more = Array.from({ length: count }, (_, n) => `p${mails.length + n}@enlace.test`)
        mails.push(...more)
        for (const to of more) await enqueue(machine.owner, to)
      }
      await addMails(FIRST_MAILS / 2)
      await enqueue(machine.owner, POISON)
      await addMails(FIRST_MAILS / 2)
      const servers = [await startKilledWorker(machine, seen), await startKilledWorker(machine, seen)]
      try {
        await untilKilled(machine, seen, 1)
        const givenBackMs = await untilGivenBack(machine, seen.killed[0] ?? 0)
        for (let count = 2; count <= TRIES + 1 && seen.killed.length === count - 1; count += 1) {
          await addMails(MAILS_EACH_KILL)
          await untilKilled(machine, seen, count)
        }
        return await outcomeOf(machine, seen, { url: api.url(), mails, givenBackMs })
      } finally {
        for (const { close } of servers) close()
      }
    }),
}

/** What the mail servers saw: the e-mails that arrived, when a worker was killed, and its starts. */
type Seen = { arrived: { to: string; messageId: string }[]; killed: number[]; restarts: Promise<void>[] }

/** A worker with a mail server of its own, which kills it and starts it again when it sends the poison. */
async function startKilledWorker(
  machine: Machine,
  { arrived, killed, restarts }: Seen,
): Promise<{ close: () => void }> {
  const mail = await startMailServer((to, messageId) => {
    if (to !== POISON) return void arrived.push({ to, messageId })
    killed.push(performance.now())
    restarts.push(worker.end('SIGKILL').then(() => worker.restart()))
  })
  const worker: Part = await machine.start('work', { SMTP_URL: mail.url })
  return mail
}

/** Waits until that many workers were killed, or the job is set aside. */
async function untilKilled(machine: Machine, { killed }: Seen, count: number): Promise<void> {
  const began = performance.now()
  while (killed.length < count && performance.now() - began < KILL_MAX_MS && !(await isSetAside(machine))) {
    if (count > 2) await shorten(machine)
    await wait(100)
  }
}

type Made = { url: string; mails: readonly string[]; givenBackMs: number }

/** Waits for the other e-mails, and compares what arrived with what was sent. */
async function outcomeOf(machine: Machine, seen: Seen, { url, mails, givenBackMs }: Made): Promise<Outcome> {
  const began = performance.now()
  const missing = (): string[] => mails.filter((to) => !seen.arrived.some((one) => one.to === to))
  while (missing().length > 0 && performance.now() - began < EMPTY_MAX_MS) await wait(100)
  await Promise.all(seen.restarts)
  const { rows: left } = await machine.owner.query<{ task: string; attempts: number }>(
    `select task_identifier as task, attempts from graphile_worker.jobs where last_error is not null`,
  )
  const metrics = await fetch(`${url}/api/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  }).then((answer) => answer.text())
  const ids = new Set(seen.arrived.map(({ to, messageId }) => `${to} ${messageId}`))
  return {
    times: seen.killed.length,
    lost: missing().length,
    twice: ids.size - new Set(seen.arrived.map(({ to }) => to)).size,
    recoveredMs: givenBackMs,
    problems: [
      ...(seen.killed.length === TRIES ? [] : [`the job ended ${seen.killed.length} processes`]),
      ...(left.length === 1 && left[0]?.attempts === TRIES ? [] : [`jobs with an error: ${JSON.stringify(left)}`]),
      ...(/^enlace_jobs_set_aside 1$/m.test(metrics) ? [] : ['the metrics do not have the job that was set aside']),
      ...(await machine.listProblems()),
    ],
    late: givenBackMs > GIVEN_BACK_MAX_MS ? [`the job was given back after ${Math.round(givenBackMs)} ms`] : [],
    note: `${mails.length} other e-mails, ${seen.arrived.length - ids.size} of them again with the same message id`,
  }
}

const enqueue = (owner: Pool, to: string) =>
  owner.query(`select enqueue('mail.send', $1::json)`, [
    JSON.stringify({ id: randomUUID(), to, subject: 'Prueba', text: 'Prueba', html: '<p>Prueba</p>' }),
  ])

const OF_POISON = `payload->>'to' = '${POISON}'`

/** Waits until the job of a killed process may be taken again. Returns the milliseconds since the kill. */
async function untilGivenBack({ owner }: Machine, began: number): Promise<number> {
  while (performance.now() - began < KILL_MAX_MS) {
    const { rowCount } = await owner.query(
      `select from graphile_worker._private_jobs where ${OF_POISON} and locked_at is null`,
    )
    if (rowCount === 1) break
    await wait(100)
  }
  return performance.now() - began
}

/** Sets the last sign of the killed worker and the next try of the job back, as if the time had passed. */
async function shorten({ owner }: Machine): Promise<void> {
  await owner.query(
    `update queue_runners set seen_at = seen_at - interval '31 seconds'
     where seen_at < now() - interval '6 seconds' and id in (select locked_by from graphile_worker._private_jobs where ${OF_POISON})`,
  )
  await owner.query(
    `update graphile_worker._private_jobs set run_at = now() where ${OF_POISON} and locked_at is null and run_at > now()`,
  )
}

const isSetAside = async ({ owner }: Machine): Promise<boolean> =>
  (
    await owner.query(
      `select from graphile_worker._private_jobs where ${OF_POISON} and locked_at is null and attempts >= max_attempts`,
    )
  ).rowCount === 1

/** A mail server that says which address and message id arrived. One for POISON is never answered. */
async function startMailServer(
  onMail: (to: string, messageId: string) => void,
): Promise<{ url: string; close: () => void }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onData: (stream, { envelope }, callback) => {
      const to = envelope.rcptTo[0]?.address ?? ''
      text(stream).then((mail) => {
        onMail(to, /^message-id: *(\S+)/im.exec(mail)?.[1] ?? '')
        if (to !== POISON) callback()
      }, callback)
    },
  })
  // A killed worker cuts its connections.
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (typeof address !== 'object' || address === null) throw new Error('the mail server has no port')
  return { url: `smtp://127.0.0.1:${address.port}`, close: () => server.close() }
}
