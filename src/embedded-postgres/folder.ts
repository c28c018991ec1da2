import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The account of the server's processes. */
type Account = { uid: number; gid: number }

/** The paths of one cluster. `folder`: the data folder, or another folder when the server's account cannot reach the data folder. */
export type ClusterHome = {
  folder: string
  cluster: string
  passwordFile: string
  logFile: string
  /** Set when this process is root, which PostgreSQL refuses to run as. */
  owner: Account | undefined
  /** Owner of the data folder and of the files beside the cluster; set when this process is root. */
  keeper: Account | undefined
}

const NOBODY_ACCOUNT: Account = { uid: 65534, gid: 65534 }
const POINTER = 'cluster.location'
const LOCK_PATIENCE_MS = 120_000

/** Creates the data folder when absent and checks that it is writable. Returns its real path. */
export function prepareDataDir(dataDir: string): string {
  mkdirSync(path.dirname(path.resolve(dataDir)), { recursive: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  return realpathSync(dataDir)
}

/** Runs one start at a time per folder. The lock is an abstract socket: the kernel frees it when the process ends, also by a kill. */
export async function withDataLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const { dev, ino } = statSync(dataDir)
  const until = Date.now() + LOCK_PATIENCE_MS
  for (;;) {
    const lock = createServer()
    const isLocked = await new Promise<boolean>((resolve) => {
      lock.once('error', () => resolve(false))
      lock.listen({ path: `\0enlace-cluster-${dev}-${ino}` }, () => resolve(true))
    })
    if (isLocked) {
      try {
        return await work()
      } finally {
        await new Promise((resolve) => lock.close(resolve))
      }
    }
    if (Date.now() > until)
      throw new Error(`Otro proceso lleva demasiado tiempo arrancando la base de datos de ${dataDir}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Finds the folder of the cluster, or chooses one that the server's account can reach. */
export function openClusterHome(dataDir: string, log: (line: string) => void): ClusterHome {
  const owner = isRoot() ? accountFor(dataDir) : undefined
  const moved = readPointer(dataDir)
  const folder = moved ?? dataDir
  if (moved) log(`Los datos de PostgreSQL están en ${moved}`)
  if (!owner || canReach(owner, folder)) return clusterHomeAt(dataDir, folder, owner)
  if (!moved && grantPassage(owner, dataDir)) return clusterHomeAt(dataDir, dataDir, owner)
  if (moved || existsSync(path.join(dataDir, 'cluster'))) {
    throw new Error(
      `El usuario ${owner.uid} no puede llegar a la base de datos de ${folder}: alguna carpeta del camino está cerrada. Ábrele el paso (chmod o+x) o mueve la carpeta y dilo en ENLACE_DATA.`,
    )
  }
  const elsewhere = createFolderElsewhere(owner, dataDir)
  log(`PostgreSQL no puede entrar a ${dataDir} (una carpeta del camino está cerrada): los datos quedan en ${elsewhere}`)
  return clusterHomeAt(dataDir, elsewhere, owner)
}

/** Whether a data folder has a cluster, or says where it is. Creates nothing. */
export const hasCluster = (dataDir: string): boolean =>
  ['cluster', POINTER].some((name) => existsSync(path.join(dataDir, name)))

/** True for the errors of a disk or a folder, for which storageSentence has the message. */
export function isStorageError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  const stderr = 'stderr' in error ? String(error.stderr) : ''
  return (
    stderr.includes('No space left') ||
    ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)
  )
}

/** The operator's sentence for a failure of the disk or of the data folder. */
export function storageSentence(error: Error, dataDir: string): string {
  if (/ENOSPC|EDQUOT|No space left/.test(`${error.message} ${'stderr' in error ? String(error.stderr) : ''}`)) {
    return `No queda espacio en el disco para la base de datos (${dataDir}). Libera espacio y vuelve a intentarlo.`
  }
  return `No se puede escribir en la carpeta de datos ${dataDir}. Revisa sus permisos o elige otra con ENLACE_DATA.`
}

const isRoot = (): boolean => process.getuid?.() === 0

/** The owner of the cluster, else the owner of the data folder; when both are root, the account `nobody`. */
function accountFor(dataDir: string): Account {
  const folder = readPointer(dataDir) ?? dataDir
  for (const candidate of [path.join(folder, 'cluster'), dataDir]) {
    if (!existsSync(candidate)) continue
    const { uid, gid } = statSync(candidate)
    if (uid !== 0) return { uid, gid }
  }
  return NOBODY_ACCOUNT
}

function clusterHomeAt(dataDir: string, folder: string, owner: Account | undefined): ClusterHome {
  const { uid, gid } = statSync(dataDir)
  return {
    folder,
    cluster: path.join(folder, 'cluster'),
    passwordFile: path.join(dataDir, 'cluster.password'),
    logFile: path.join(dataDir, 'postgres.log'),
    owner,
    keeper: owner && { uid, gid },
  }
}

function readPointer(dataDir: string): string | undefined {
  const pointer = path.join(dataDir, POINTER)
  if (!existsSync(pointer)) return undefined
  const folder = readFileSync(pointer, 'utf8').trim()
  if (existsSync(folder)) return folder
  throw new Error(
    `Los datos de ${dataDir} estaban en ${folder} y esa carpeta ya no existe. Recupérala de una copia, o borra ${pointer} para empezar con una base vacía.`,
  )
}

/** Tested with a process of that account, so that access lists and mount options count too. */
function canReach(account: Account, folder: string): boolean {
  const walk = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' })
  if (!walk.error) return walk.status === 0
  throw new Error(
    'PostgreSQL no puede correr como root, y este root no puede cambiar de usuario. Usa otro usuario o DATABASE_URL.',
  )
}

/** Gives the account execute (not read) permission on the data folder. Does not change a parent folder. */
function grantPassage(account: Account, dataDir: string): boolean {
  const { mode, uid, gid } = statSync(dataDir)
  if (uid !== 0) return false
  const groupIsUsed = (mode & 0o070) !== 0
  if (!groupIsUsed) chownSync(dataDir, uid, account.gid)
  chmodSync(dataDir, (mode & 0o7777) | (groupIsUsed ? 0o001 : 0o010))
  if (canReach(account, dataDir)) return true
  chownSync(dataDir, uid, gid)
  chmodSync(dataDir, mode & 0o7777)
  return false
}

function createFolderElsewhere(account: Account, dataDir: string): string {
  for (const base of ['/var/lib', tmpdir()]) {
    try {
      const folder = mkdtempSync(path.join(base, 'enlace-'))
      if (grantPassage(account, folder)) {
        writeFileSync(path.join(dataDir, POINTER), `${folder}\n`, { flush: true })
        return folder
      }
      rmSync(folder, { recursive: true })
    } catch {
      // A read-only or absent base: the next one is tried; the error below is thrown when none works.
    }
  }
  throw new Error(
    `El usuario nobody, con el que corre PostgreSQL, no puede llegar a ${dataDir}. Elige otra carpeta con ENLACE_DATA, por ejemplo ENLACE_DATA=/srv/enlace.`,
  )
}
