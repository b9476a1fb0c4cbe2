import type { Fault } from '../../../machines/inspector/faults.ts';
import type { InspectorStrings } from '../../ui/strings/inspector.ts';

/** Return a fault in words. `root`: the name of the root, whose path is empty. */
export function faultWords(fault: Fault, root: string, say: InspectorStrings['faults']): string {
  switch (fault.kind) {
    case 'slow':
      return say.isSlow(fault.actor.join('/') || root, fault.ms);
    case 'late':
      return say.isLate(fault.ms);
    case 'cut':
      return say.isCut;
    case 'refuse':
      return say.isRefused;
  }
}
