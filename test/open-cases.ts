import type pg from 'pg'

/** `email`: of who filed them; without it there is none. `due`: the open ones whose term ended the day before yesterday. `closedBetween`: one of so many is open, and the others are closed. */
type Cases = { company: string; client: string; email?: string; count: number; due: number; closedBetween: number }

/** Cases of one client, open and closed, as filed and without their steps. */
export async function makeCases(owner: pg.Pool, cases: Cases): Promise<void> {
  const { company, client, email = null, count, due, closedBetween } = cases
  await owner.query(INSERT_CASES, [company, client, count, due, closedBetween, email])
}

const INSERT_CASES = `
  insert into pqr_cases (company_id, reference, type, typology, filed_typology, service, filed_service, channel, response_channel, client_id, petitioner_name, petitioner_type,
    petitioner_identification, petitioner_email, subject, text, digest, filed_at, filed_on, filed_by, first_answer_by, status, changed_by, answer_by, due_at,
    clock_at, closed_at)
  select $1, 'RI-2026-' || lpad(n::text, 6, '0'), 'queja', 'calidad', 'calidad', 'internet', 'internet', 'portal', 'correo', $2, 'Ana Ruiz', 'CC', '1', $6,
    'Internet lento', 'Internet lento en las noches', sha256(n::text::bytea), now(), current_date - 10, 'Ana Ruiz', current_date + n % 12,
    case when n % $5::int > 0 then 'cerrada' else 'radicada' end, 'Ana Ruiz',
    case when n <= $4 * $5::int then current_date - 2 else current_date + n % 12 end,
    case when n % $5::int > 0 then null when n <= $4 * $5::int then now() - interval '1 day' else now() + make_interval(days => 1 + n % 12) end,
    case when n % $5::int > 0 then null when n <= $4 * $5::int then now() - interval '1 day' else now() + make_interval(days => 1 + n % 12) end,
    case when n % $5::int > 0 then now() end
  from generate_series(1, $3::int) n`
