import { expect, test } from 'vitest'
import { testApp } from '#test/world.ts'

const TOKEN = 'una-clave-larga-de-metricas'
const t = testApp({ METRICS_TOKEN: TOKEN })
const without = testApp()
const ask = (app: typeof t, token?: string) =>
  app.app.inject({
    method: 'GET',
    url: '/api/metrics',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })

test('OPS-02 las métricas salen en el formato de Prometheus, con la clave del operador', async () => {
  await t.app.inject({ method: 'GET', url: '/api/health/live' })
  const { statusCode, headers, body } = await ask(t, TOKEN)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect(body).toContain('enlace_database_up 1')
  expect(body).toMatch(
    /^enlace_http_request_seconds_count\{method="GET",route="\/api\/health\/live",status="200"\} 1$/m,
  )
  // Each line is a comment or a name, its labels and a number.
  const lines = body.trim().split('\n')
  expect(lines.filter((line) => !/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? -?[\d.e+-]+)$/.test(line))).toEqual([])
  expect(body).toMatch(/^enlace_jobs_failed 0$/m)
})

test('OPS-02 sin la clave, con otra, o sin clave configurada, la dirección no existe', async () => {
  for (const [app, token] of [
    [t, undefined],
    [t, 'otra-clave-larga-de-metricas'],
    [without, TOKEN],
  ] as const)
    expect((await ask(app, token)).statusCode).toBe(404)
})

test('OPS-02 con la base de datos caída las métricas lo dicen y siguen saliendo', async () => {
  await t.owner.query('alter function stuck_jobs() rename to stuck_jobs_aside')
  try {
    const { statusCode, body } = await ask(t, TOKEN)
    expect([statusCode, body.includes('enlace_database_up 0')]).toEqual([200, true])
  } finally {
    await t.owner.query('alter function stuck_jobs_aside() rename to stuck_jobs')
  }
})
