import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { openDesk } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { sendFile } from '../form.ts'
import { startLoad } from '../load.ts'
import { withMachine } from '../machine.ts'

const FILES_MIB = 8
const DATABASE_MIB = 600
const FULL_MS = 6_000
const PICTURES = 60

/**
 * F12: the folder of the files on a disk of 8 MiB that fills, then PostgreSQL on a disk of 600 MiB that fills under payments and is
 * freed. Expected: 507 or 503, no partial file, the API answers; nothing acknowledged is lost and payments are good again without a
 * restart of the API. Sizes are the disk campaign's. It needs the right to mount.
 */
export const fullDisk: Fault = {
  name: 'F12',
  set: 'disk',
  title: 'a full disk, for the files and for PostgreSQL',
  run: async ({ random }) => {
    const disks: string[] = []
    try {
      const filesDisk = mountDisk(disks, FILES_MIB)
      const databaseDisk = mountDisk(disks, DATABASE_MIB)
      if (filesDisk === null || databaseDisk === null) return { notRun: 'this account may not mount a disk' }
      return await withMachine(async (machine) => {
        const server = await machine.start('serve', { ENLACE_DATA: filesDisk })
        const desk = await openDesk(machine, server.url())
        const files = await fillFiles(server.url(), desk.token, filesDisk)
        const load = startLoad(desk, () => [server.url()], { random })
        await load.recoveredSince(performance.now())
        const filler = path.join(databaseDisk, 'filler')
        fill(filler)
        await wait(FULL_MS)
        const full = load.sent.filter(({ status }) => status === 507 || status === 503).length
        rmSync(filler)
        const freed = performance.now()
        await machine.startDatabase()
        await load.recoveredSince(freed)
        const recoveredMs = performance.now() - freed
        await wait(500)
        const { problems, ...verdict } = await load.stop(machine.owner)
        if (!server.isRunning()) problems.push('the process of the product ended')
        return {
          times: 2,
          lost: verdict.lost,
          twice: verdict.twice,
          recoveredMs,
          problems: [
            ...problems,
            ...files.problems,
            ...(full > 0 ? [] : ['no answer said that the disk is full']),
            ...(await machine.listProblems()),
          ],
          late: [],
          note: `pictures: ${files.note}; ${full} answers 507 or 503; ${verdict.acknowledged} payments`,
        }
      }, databaseDisk)
    } finally {
      for (const disk of disks) {
        execFileSync('umount', ['-l', disk])
        rmSync(disk, { recursive: true, force: true })
      }
    }
  },
}

/** A memory disk of some MiB; null when this account may not mount one. */
function mountDisk(disks: string[], mib: number): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'enlace-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  disks.push(folder)
  chmodSync(folder, 0o755)
  return folder
}

/** Writes until there is no space left. */
function fill(file: string): void {
  for (const size of [1_024 * 1_024, 4_096])
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // The disk is full for this size.
    }
}

/** Fills the folder of the files and then changes a picture. Expected: 507, nothing partial, and good again with space. */
async function fillFiles(url: string, token: string, disk: string): Promise<{ problems: string[]; note: string }> {
  const noise = {
    width: 700,
    height: 700,
    channels: 3 as const,
    background: '#fff',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  }
  const statuses: number[] = []
  const send = async (): Promise<number> => {
    const bytes = Buffer.from(await sharp({ create: noise }).png().toBuffer())
    return (await sendFile(`${url}/api/profile/avatar`, token, { name: 'foto.png', bytes })).status
  }
  const filler = path.join(disk, 'filler')
  fill(filler)
  for (let count = 0; count < PICTURES && !statuses.includes(507); count += 1) statuses.push(await send())
  const partial = readdirSync(disk, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(part|check|tmp)$/.test(name),
  )
  rmSync(filler)
  const after = await send()
  return {
    problems: [
      ...(statuses.every((status) => [200, 503, 507].includes(status))
        ? []
        : [`pictures were answered ${statuses.join(', ')}`]),
      ...(statuses.includes(507) ? [] : ['no picture was refused for space']),
      ...(partial.length === 0 ? [] : [`partial files: ${partial.join(', ')}`]),
      ...(after === 200 ? [] : [`with space again a picture was answered ${after}`]),
    ],
    note: `${statuses.length} sent, then ${after}`,
  }
}
