import type { Static } from 'typebox';
import type { IntakeRule } from '../../contract/intake.ts';
import { utc } from '../../core/time.ts';
import type { RuleRow } from './queries.ts';

export function intakeRule(row: RuleRow): Static<typeof IntakeRule> {
  return {
    id: row.id,
    site_id: row.site_id,
    source_id: row.source_id,
    name: row.name,
    position: row.position,
    match: row.match,
    action: row.action,
    tags: row.tags,
    section_id: row.section_id,
    active: row.active,
    created_at: utc(row.created_at),
    updated_at: utc(row.updated_at),
  };
}
