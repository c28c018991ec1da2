import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import type { OpenWorld } from '#server/start.ts'
import { FACTUS_FILE } from './outside.ts'

/**
 * The reset of the demo: the process stops in its order, erases the database and the files of the demo, and is replaced by a new
 * start of the same command on the same port. Without a request the end of the process is an ordinary one.
 */
export function resetOf(dataDir: string, env: Readonly<Record<string, string | undefined>>) {
  let isRequested = false
  let port: number | null = null
  return {
    /** Ends this process as Ctrl-C does: the request in progress is answered first. */
    request: (): void => {
      isRequested = true
      process.kill(process.pid, 'SIGTERM')
    },
    keepPort: (taken: number): void => {
      port = taken
    },
    /** While PostgreSQL still runs. The owner of the database may not end the connections of the server. */
    erase: async (world: OpenWorld, ownerUrl: string): Promise<void> => {
      if (!isRequested) return
      await world.close()
      await dropDatabase(ownerUrl)
      for (const name of ['files', 'audit-heads.jsonl', FACTUS_FILE])
        await rm(path.join(dataDir, name), { recursive: true, force: true })
    },
    startAgain: (): void => {
      if (!isRequested) return
      const kept = { ...env, ...(port !== null && { PORT: String(port) }) }
      process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], kept)
    },
  }
}

/** Drops the database of an address, as its owner, also under open connections. */
async function dropDatabase(ownerUrl: string): Promise<void> {
  const url = new URL(ownerUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href, application_name: 'enlace demo' })
  await client.connect()
  try {
    await client.query(`drop database ${escapeIdentifier(name)} with (force)`)
  } finally {
    await client.end()
  }
}
