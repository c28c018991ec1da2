import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, parsedJson, readBody } from '../http.ts'
import { type MenuPath, menuOf, type RouterRow, refusalOf, shownRow, storedRow } from './router-menus.ts'

/**
 * The failures of the next calls. `lost`: the change is made and the connection is cut. `late_400`: the change is made and the reply is
 * a refusal. `truncated`: a list ends in the middle. `html`: the reply of the web page. `empty`: a list without rows.
 */
type Failure = 'lost' | 'late_400' | 'truncated' | 'html' | 'empty' | 'closed'

export type RouterSimulator = {
  url: string
  login: string
  password: string
  rows(menu: MenuPath): RouterRow[]
  /** Opens a session of a user, if its secret is not disabled. */
  connect(username: string): boolean
  fail(...failures: Failure[]): void
  /** A copy of the configuration, and the router with it again: as an old backup that is restored. */
  backup(): void
  restore(): void
  setDown(isDown: boolean): void
  /** The writes that changed a row. */
  writes(): number
  close(): Promise<void>
}

type State = {
  menus: Record<MenuPath, RouterRow[]>
  saved: Record<MenuPath, RouterRow[]>
  failures: Failure[]
  nextId: number
  writes: number
  isDown: boolean
}

const LOGIN = 'enlace'

/**
 * A server that simulates the REST API of RouterOS 7: every value is a text, an unknown argument is refused, names are unique, reads are
 * normalised, and one request runs at a time. Not a real router: what only a real one shows is in docs/operations.md.
 */
export async function startRouterSimulator(password = 'clave-del-router'): Promise<RouterSimulator> {
  const state: State = { menus: emptyMenus(), saved: emptyMenus(), failures: [], nextId: 1, writes: 0, isDown: false }
  let queue: Promise<void> = Promise.resolve()
  const server = createServer((request, response) => {
    if (state.isDown) return void request.socket.destroy()
    queue = queue.then(() => handle(state, password, request, response)).catch(() => void response.destroy())
  })
  const { origin, close } = await listen(server)
  return {
    url: origin,
    login: LOGIN,
    password,
    rows: (menu) => state.menus[menu],
    connect: (username) => {
      const isEnabled = state.menus['ppp/secret'].some(({ name, disabled }) => name === username && disabled !== 'true')
      if (isEnabled) add(state, 'ppp/active', { name: username, service: 'pppoe' })
      return isEnabled
    },
    fail: (...failures) => void state.failures.push(...failures),
    backup: () => {
      state.saved = structuredClone(state.menus)
    },
    restore: () => {
      // The ids of a router change when it starts.
      state.menus = structuredClone(state.saved)
      for (const row of Object.values(state.menus).flat()) row['.id'] = nextId(state)
      state.menus['ppp/active'] = []
    },
    setDown: (isDown) => {
      state.isDown = isDown
    },
    writes: () => state.writes,
    close,
  }
}

const emptyMenus = (): Record<MenuPath, RouterRow[]> => ({
  'ppp/secret': [],
  'ppp/active': [],
  'ip/firewall/address-list': [],
  'queue/simple': [],
})

const nextId = (state: State): string => `*${(state.nextId++).toString(16).toUpperCase()}`

function add(state: State, menu: MenuPath, values: Record<string, string>): RouterRow {
  const row = { '.id': nextId(state), ...storedRow(menu, values) }
  state.menus[menu].push(row)
  return row
}

async function handle(
  state: State,
  password: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = parsedJson(await readBody(request))
  const failure = takeFailure(state, request)
  const send = (status: number, value: unknown): void => {
    if (failure === 'lost') return void request.socket.destroy()
    if (failure === 'late_400') [status, value] = [400, refusal('failure: timeout')]
    const text = JSON.stringify(failure === 'empty' && Array.isArray(value) ? [] : value)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(failure === 'truncated' ? text.slice(0, text.length / 2) : text)
  }
  if (failure === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')
  if (failure === 'closed') return send(400, refusal('Session closed'))
  const wanted = `Basic ${Buffer.from(`${LOGIN}:${password}`).toString('base64')}`
  if (request.headers.authorization !== wanted) return send(401, { error: 401, message: 'Unauthorized' })
  const [status, value] = answerOf(state, request.method ?? '', request.url ?? '', body)
  send(status, value)
}

const refusal = (detail: string) => ({ error: 400, message: 'Bad Request', detail })

function answerOf(state: State, method: string, url: string, body: unknown): [number, unknown] {
  const path = url.split('?')[0]?.replace(/^\/rest\//, '') ?? ''
  if (method === 'GET' && path === 'system/resource') return [200, { version: '7.16.2 (stable)', uptime: '1d2h' }]
  const found = menuOf(path)
  if (!found) return [400, refusal(`no such command or directory (${path.split('/').at(-1)})`)]
  const { menu, command } = found
  const rows = state.menus[menu]
  if (method === 'GET' && command === '') return [200, rows.map((row) => shownRow(menu, row))]
  if (typeof body !== 'object' || body === null) return [400, refusal('missing or invalid body')]
  if (method === 'POST' && command === 'print') return print(menu, rows, body)
  const values: Record<string, unknown> = { ...body }
  const refused = refusalOf(menu, method === 'PUT' ? 'add' : command, values, rows)
  if (refused !== null) return [refused === 'not found' ? 404 : 400, refusal(refused)]
  const texts = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]))
  state.writes += 1
  if (method === 'PUT') return [201, shownRow(menu, add(state, menu, texts))]
  if (command === 'set') {
    const row = rows.find((one) => one['.id'] === texts['.id'])
    if (row) Object.assign(row, storedRow(menu, texts))
    return [200, []]
  }
  state.menus[menu] = rows.filter((row) => row['.id'] !== texts['.id'])
  return [200, []]
}

function print(menu: MenuPath, rows: readonly RouterRow[], body: object): [number, unknown] {
  const query = '.query' in body && Array.isArray(body['.query']) ? body['.query'] : []
  const matches = (row: RouterRow): boolean =>
    query.every((condition: unknown) => {
      const [key = '', value = ''] = String(condition).split('=')
      return row[key] === value
    })
  return [200, rows.filter(matches).map((row) => shownRow(menu, row))]
}

/** The failures after a change wait for a write. */
function takeFailure(state: State, { method, url = '' }: IncomingMessage): Failure | undefined {
  const isWrite = method === 'PUT' || /\/(set|remove)$/.test(url)
  const [next] = state.failures
  return (next === 'lost' || next === 'late_400') && !isWrite ? undefined : state.failures.shift()
}
