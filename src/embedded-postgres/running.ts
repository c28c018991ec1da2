import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClusterHome } from './folder.ts'

const PATIENCE_MS = 60_000

/**
 * The server already running on this cluster, once it accepts connections; undefined when there is none, also after a kill (its pid
 * may belong to another program). `urlOf`: the URL for a port. Throws when the server does not reply within PATIENCE_MS.
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

/** The content of postmaster.pid: line 1 the pid, line 4 the port, line 8 the status. */
export function readPidFile(cluster: string): { pid?: number; port?: number; isReady: boolean } {
  const lines = readOrEmpty(path.join(cluster, 'postmaster.pid')).split('\n')
  return { pid: wholeNumber(lines[0]), port: wholeNumber(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/** True when the server accepts a connection with the password of the cluster. Throws when the password is wrong (28P01). */
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
    // Too many connections (53300) is a reply too.
    return code === '53300'
  }
}

/** True when the process is a server of this cluster. Compares folders by inode and device: a copy is a different cluster. */
function isServerOf(cluster: string, pid: number): boolean {
  const words = readOrEmpty(`/proc/${pid}/cmdline`).split('\0')
  const folder = words[words.indexOf('-D') + 1]
  if (path.basename(words[0] ?? '') !== 'postgres' || !folder) return false
  if (!existsSync(folder)) {
    throw new Error(
      `Sigue vivo un PostgreSQL que arrancó en ${folder}, de donde los datos se movieron (proceso ${pid}). Detenlo con kill -INT ${pid} y vuelve a intentarlo.`,
    )
  }
  const [running, own] = [statSync(folder), statSync(cluster)]
  return running.ino === own.ino && running.dev === own.dev
}

/** The content of a file; '' when it does not exist or its process has ended, also during the read. */
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
 * PostgreSQL does not start while the pid in its old postmaster.pid is a running process, even of another program (usual after a
 * container restarts). It ignores the pid of its parent, so this process's pid is written there; the other lines of the file still
 * protect the shared memory.
 */
function replacePid(cluster: string, pid: number | undefined): void {
  const file = path.join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  if (pid === undefined) rmSync(file)
  else writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)))
}
