import type { Contract } from '#domain/contracts/contract.ts'
import type { Role } from '#domain/core/roles.ts'
import { ContractPage } from '#web/contracts/ContractPage.tsx'
import { ContractEquipment } from '#web/equipment/ContractEquipment.tsx'
import { ContractReports } from '#web/installations/ContractReports.tsx'
import { ClientInvoices } from '#web/invoices/ClientInvoices.tsx'
import { ContractNetwork } from '#web/network/ContractNetwork.tsx'
import { ContractVisits, ScheduleInstallation } from '#web/visits/ContractVisits.tsx'

const cardsOf = (contract: Contract, role: Role) => (
  <>
    {role !== 'network' && <ContractVisits contract={contract} role={role} />}
    {role !== 'network' && <ContractReports no={contract.no_contract} />}
    {role !== 'client' && <ContractNetwork contract={contract} role={role} />}
    {role === 'financial' && <ContractEquipment no={contract.no_contract} />}
    {(role === 'financial' || role === 'client') && (
      <ClientInvoices clientId={contract.client.id} contract={contract.no_contract} />
    )}
  </>
)

const scheduleOf = (contract: Contract, onClose: () => void) => (
  <ScheduleInstallation contract={contract} onClose={onClose} />
)

/** The contract page with the visits, the installation reports, the equipment and the last invoices of the contract. */
export const ContractScreen = () => <ContractPage cards={cardsOf} schedule={scheduleOf} />
