import fastify from 'fastify'
import { openPool } from '#server/db/pool.ts'
import { answerParent } from './child.ts'

/**
 * The list of plans without the product: one route, one prepared statement, no session, no transaction, no row-level security,
 * no reply check, no log. Answers its address.
 */
const pool = openPool(process.env['BARE_URL'] ?? '', Number(process.env['POOL_MAX']), () => undefined)
const list = {
  name: 'plans',
  text: `select id, name, reference_code, price, download_speed, upload_speed, is_active
    from plans where company_id = $1 order by created_at, id`,
}
const app = fastify()
app.get<{ Querystring: { company: string } }>('/plans', async (request, reply) => {
  const { rows } = await pool.query({ ...list, values: [request.query.company] })
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify({ data: rows }))
})
const address = app.listen({ port: 0, host: '127.0.0.1' })

answerParent(() => address)
