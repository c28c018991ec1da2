import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClusterHome } from './folder.ts'

const PATIENCE_MS = 60_000

/**
 * The server already running on this cluster, once it answers; undefined when there is none, also after a kill (its number
 * may belong to another program by now). `urlOf` gives the address for a port.
 */
export async function findRunningServer(
  home: ClusterHome,
  urlOf: (port: number) => string,
): Promise<{ pid: number; port: number } | undefined> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const { pid, port, isReady } = readPidFile(home.cluster)
    if (pid === undefined || !isServerOf(home.cluster, pid)) {
      replacePid(home.cluster, pid)
      return undefined
    }
    if (isReady && port !== undefined && (await isAnswering(urlOf(port), home))) return { pid, port }
    if (Date.now() > until) {
      throw new Error(
        `Ya hay un PostgreSQL sobre ${home.cluster} (proceso ${pid}) y no responde. Detenlo con kill -INT ${pid}.`,
      )
    }
    await sleep(50)
  }
}

/** What the server writes about itself: line 1 its number, line 4 its port, line 8 how it is. */
export function readPidFile(cluster: string): { pid?: number; port?: number; isReady: boolean } {
  const lines = readOrEmpty(path.join(cluster, 'postmaster.pid')).split('\n')
  return { pid: wholeNumber(lines[0]), port: wholeNumber(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/** Whether a server that is ready also lets us in with the password kept beside the cluster. */
export async function isAnswering(url: string, home: ClusterHome): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '28P01') {
      throw new Error(`La contraseña de ${home.passwordFile} no es la de la base de datos de ${home.cluster}.`, {
        cause: error,
      })
    }
    // Every seat taken is an answer too.
    return code === '53300'
  }
}

/** Compares folders by identity, not by name: a copied cluster is not mistaken for its original. */
function isServerOf(cluster: string, pid: number): boolean {
  const words = readOrEmpty(`/proc/${pid}/cmdline`).split('\0')
  const folder = words[words.indexOf('-D') + 1]
  if (path.basename(words[0] ?? '') !== 'postgres' || !folder) return false
  if (!existsSync(folder)) {
    throw new Error(
      `Sigue vivo un PostgreSQL que arrancó en ${folder}, de donde los datos se movieron (proceso ${pid}). Detenlo con kill -INT ${pid} y vuelve a intentarlo.`,
    )
  }
  const [theirs, ours] = [statSync(folder), statSync(cluster)]
  return theirs.ino === ours.ino && theirs.dev === ours.dev
}

/** A process ends and a note goes whenever they like, also between looking and reading. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code))) return ''
    throw error
  }
}

const wholeNumber = (text: string | undefined): number | undefined =>
  text && /^\d+$/.test(text) ? Number(text) : undefined

/**
 * PostgreSQL refuses to start while the number in its old note is alive, even as another program (usual after a container
 * restarts). It ignores its parent's number, so that one is put there; the note's other lines keep guarding the memory.
 */
function replacePid(cluster: string, pid: number | undefined): void {
  const file = path.join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  if (pid === undefined) rmSync(file)
  else writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
}
