import type { Day } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { Dashboard } from '#domain/dashboard/api.ts'
import { countContracts } from '#server/contracts/list-queries.ts'
import type { Tx } from '#server/core/tx.ts'
import { countEquipment } from '#server/equipment/queries.ts'
import { countOrders } from '#server/network/order-queries.ts'
import { countOutages } from '#server/outages/queries.ts'

/** DSH-06: the figures of the network role; each links to the list with the same filter, and so with the same total. */
export async function readNetwork(tx: Tx, today: Day): Promise<Pick<Dashboard, 'figures'>> {
  const all = { visibility: { userId: null }, today }
  const [suspended, toReconnect, installed, withoutSerial, outages, failed, queued] = await Promise.all([
    countContracts(tx, { ...all, status: 'suspended' }),
    countContracts(tx, { ...all, service: 'por_reconectar' }),
    countContracts(tx, { ...all, service: 'instalado_hoy' }),
    countEquipment(tx, { without_serial: 'true', today }),
    countOutages(tx, { state: 'open' }),
    countOrders(tx, { state: 'failed' }),
    countOrders(tx, { state: 'queued' }),
  ])
  const figure = (
    key: 'suspended' | 'to_reconnect' | 'installed_today' | 'without_serial' | 'open_outages' | 'failed_orders',
    value: number,
    href: string,
  ) => ({
    key,
    unit: 'count' as const,
    value,
    previous: null,
    parts: {},
    href,
  })
  return {
    figures: [
      figure('suspended', suspended, `${paths.contracts}?status=suspended`),
      figure('to_reconnect', toReconnect, `${paths.contracts}?service=por_reconectar`),
      { ...figure('failed_orders', failed, paths.networkFailed), parts: { queued } },
      figure('installed_today', installed, `${paths.contracts}?service=instalado_hoy`),
      figure('without_serial', withoutSerial, paths.equipmentWithoutSerial),
      figure('open_outages', outages, paths.openOutages),
    ],
  }
}
