-- The charge of lent equipment that was not returned (R2.21): the move that put the piece at the client is charged once. The pieces of a
-- contract are those that were moved to it, also the ones that were lost there.
alter table pending_charges add column equipment_move_id uuid,
  add constraint pending_charges_equipment_move_fkey foreign key (company_id, equipment_move_id) references equipment_moves (company_id, id),
  add constraint pending_charges_move_only_of_equipment check (equipment_move_id is null or kind = 'equipment');
create unique index pending_charges_equipment_move on pending_charges (company_id, equipment_move_id) where equipment_move_id is not null;
create index equipment_moves_contract on equipment_moves (company_id, contract_id, id desc) where contract_id is not null;
