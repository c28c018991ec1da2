import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'

const ACTOR = 'La demostración'

/**
 * The stock of a company: one ONU and sometimes a router at each contract in service, some in the store, with technicians, damaged
 * and lost, two without a serial, and those of ended contracts whose equipment is still there.
 */
export async function createDemoEquipment(tx: Tx): Promise<void> {
  await sql`
    insert into equipment (kind, brand, model, serial, mac, property, state, contract_id, pick_up_from)
    select p.kind, p.brand, p.model, p.prefix || upper(substr(md5(c.id::text || p.kind), 1, 8)),
      upper(regexp_replace(substr(md5(p.kind || c.id::text), 1, 12), '(..)(..)(..)(..)(..)(..)', '\\1:\\2:\\3:\\4:\\5:\\6')),
      'comodato', 'at_client', c.id, c.active_to + 1
    from (
      select id, active_to, status, row_number() over (partition by status order by no_contract desc) as place from contracts
      where company_id = (select current_company()) and status in ('active', 'suspended', 'terminated')
    ) c
    cross join (values ('onu', 'Huawei', 'HG8145V5', 'HWTC', 1), ('router', 'TP-Link', 'Archer C6', 'TPLK', 4)) p (kind, brand, model, prefix, every)
    where c.place % p.every = 0 and (c.status <> 'terminated' or c.place <= 4)`.execute(tx)
  await sql`
    insert into equipment (kind, brand, model, serial, property, state, technician_id)
    select p.kind, p.brand, p.model, case when p.place <= 2 then null else p.prefix || lpad(p.place::text, 8, '0') end, 'comodato',
      case when p.state = 'assigned' and u.id is null then 'in_store' else p.state end,
      case when p.state = 'assigned' then u.id end
    from (
      select place, case when place % 3 = 0 then 'router' when place % 7 = 0 then 'antena' else 'onu' end as kind,
        case when place % 3 = 0 then 'TP-Link' when place % 7 = 0 then 'Ubiquiti' else 'ZTE' end as brand,
        case when place % 3 = 0 then 'Archer C6' when place % 7 = 0 then 'LiteBeam M5' else 'F670L' end as model,
        case when place % 3 = 0 then 'TPLB' when place % 7 = 0 then 'UBNT' else 'ZTEG' end as prefix,
        case when place = 22 then 'damaged' when place = 23 then 'lost' when place = 24 then 'returned' when place > 16 then 'assigned'
          else 'in_store' end as state
      from generate_series(1, 24) place
    ) p
    left join lateral (
      select id from users where company_id = (select current_company()) and role = 'technical' order by first_name, id limit 1
    ) u on true`.execute(tx)
  await sql`
    insert into equipment_moves (equipment_id, to_state, actor_name)
    select id, 'in_store', ${ACTOR} from equipment where company_id = (select current_company()) order by id`.execute(
    tx,
  )
  await sql`
    insert into equipment_moves (equipment_id, from_state, to_state, technician_id, contract_id, actor_name)
    select id, 'in_store', state, technician_id, contract_id, ${ACTOR} from equipment
    where company_id = (select current_company()) and state <> 'in_store' order by id`.execute(tx)
}
