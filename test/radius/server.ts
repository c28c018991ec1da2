import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setUpRadius } from '#server/network/radius-setup.ts'

const UNPACKED = path.resolve(import.meta.dirname, '../../node_modules/.cache/freeradius/root')

/** The folder in which FreeRADIUS is (scripts/ensure-freeradius.sh). Null on a machine without it. */
export const RADIUS_ROOT = ['/', UNPACKED].find((root) => existsSync(path.join(root, 'usr/sbin/freeradius'))) ?? null

type Reply = { isAccepted: boolean; isSilent: boolean; attributes: Record<string, string> }

export type RadiusServer = {
  /** The port of its authorisation. */
  port: number
  /** Sends one Access-Request from an address of this machine, as a router would. */
  ask(from: string, secret: string, username: string, password: string, kind?: 'pap' | 'chap'): Promise<Reply>
  stop(): Promise<void>
}

/** Starts a FreeRADIUS on free ports of this machine, with the configuration that bin/enlace radius writes. `edit`: what a bench changes in it. */
export async function startRadius(
  root: string,
  database: { ownerUrl: string; appUrl: string; secret: Buffer },
  edit: (configuration: string) => string = (text) => text,
): Promise<RadiusServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'enlace-radius-'))
  const authPort = await freePort()
  const env = { ...process.env, LD_LIBRARY_PATH: librariesOf(root) }
  await setUpRadius(database, folder, {
    runFolder: folder,
    libFolder: path.join(root, 'usr/lib/freeradius'),
    routers: '127.0.0.0/8',
    listen: '127.0.0.1',
    authPort,
    acctPort: await freePort(),
  })
  const configuration = path.join(folder, 'radiusd.conf')
  writeFileSync(configuration, edit(readFileSync(configuration, 'utf8')))
  chmodSync(folder, 0o750)
  const dictionaries = path.join(root, 'usr/share/freeradius')
  const server = spawn(
    path.join(root, 'usr/sbin/freeradius'),
    ['-f', '-l', 'stdout', '-n', 'radiusd', '-d', folder, '-D', dictionaries],
    {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  await ready(server)
  return {
    port: authPort,
    ask: async (from, secret, username, password, kind = 'pap') => {
      const attribute = kind === 'pap' ? 'User-Password' : 'CHAP-Password'
      const request = `Packet-Src-IP-Address = ${from}, User-Name = "${username}", ${attribute} = "${password}", Message-Authenticator = 0x00\n`
      const args = ['-D', dictionaries, '-x', '-t', '1', '-r', '2', `127.0.0.1:${authPort}`, 'auth', secret]
      return replyOf(await run(path.join(root, 'usr/bin/radclient'), args, env, request))
    },
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const librariesOf = (root: string): string =>
  [
    ...globSync(`${root}/usr/lib/*-linux-gnu`),
    ...globSync(`${root}/lib/*-linux-gnu`),
    `${root}/usr/lib/freeradius`,
  ].join(':')

/** Waits until the server says that it is ready. Throws its last words when it ends before. */
async function ready(server: ChildProcess): Promise<void> {
  let text = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString()
      if (text.includes('Ready to process requests')) resolve()
    }
    server.stdout?.on('data', read)
    server.stderr?.on('data', read)
    server.once('exit', () => reject(new Error(`FreeRADIUS ended: ${text.slice(-2_000)}`)))
  })
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

/** The output of radclient, which ends with 1 for a rejection and for silence. */
const run = (file: string, args: string[], env: NodeJS.ProcessEnv, input: string): Promise<string> =>
  new Promise((resolve) => {
    const child = execFile(file, args, { env }, (_error, stdout, stderr) => resolve(`${stdout}\n${stderr}`))
    child.stdin?.end(input)
  })

function replyOf(output: string): Reply {
  const [, received = ''] = output.split(/Received Access-(?:Accept|Reject)/)
  return {
    isAccepted: output.includes('Received Access-Accept'),
    isSilent: !output.includes('Received Access-'),
    attributes: Object.fromEntries(
      [...received.matchAll(/^\t([\w-]+) = "?([^"\n]*)"?$/gm)].map(([, name = '', value = '']) => [name, value]),
    ),
  }
}
