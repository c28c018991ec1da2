import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PesosSum } from '#domain/core/money.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { AdvanceRow, PortfolioRow, PortfolioTotals } from './portfolio.ts'

/** `on`: a day until today; without it, the last day of the month before. */
const query = z.strictObject({ ...pageQuery, on: z.optional(DayText) })

export const portfolioApi = api({
  list: {
    method: 'GET',
    path: '/accounting/portfolio',
    summary: 'La cartera por edades al final de un día, factura por factura, como estaba en los libros',
    roles: ['financial', 'admin'],
    clientRows: 'data',
    query,
    reply: z.object({ data: z.array(PortfolioRow), meta: PageMeta, totals: PortfolioTotals, on: DayText }),
  },
  advances: {
    method: 'GET',
    path: '/accounting/advances',
    summary: 'Los saldos a favor al final de un día, cliente por cliente, como estaban en los libros',
    roles: ['financial', 'admin'],
    clientRows: 'data',
    query,
    reply: z.object({ data: z.array(AdvanceRow), meta: PageMeta, credit: PesosSum, on: DayText }),
  },
})
