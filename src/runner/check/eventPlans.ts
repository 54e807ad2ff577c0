import type { StreamEvent } from '../ports/events.ts';
import type { ArrivedEvent } from './arrivedEvent.ts';
import type { Hole, Shape } from './eventShape.ts';
import { largestText } from './eventShapes.ts';
import { inBoth, type ScalarClass } from './scalarClass.ts';
import type { CountEvents, NamedCheck } from './streamCheck.ts';

/** How checks process events of one kind. */
interface Plan {
  /** Checks that must evaluate each event. */
  readonly judging: readonly NamedCheck[];
  /** Counters of checks that only count the events. */
  readonly counting: readonly CountEvents[];
}

/** Events of a shape whose scalars are in classes. */
interface ClassPlan extends Plan {
  readonly pattern: RegExp;
}

interface ShapePlan extends Plan {
  /** The plan for narrower classes; undefined if the events so far have no class. */
  narrow: ClassPlan | undefined;
  narrowings: number;
}

/** Maximum shapes with a plan. A widened shape is a new one. */
const mostPlans = 64;
/** Maximum classes for one shape. */
const mostNarrowings = 16;

/**
 * Determines from previous events which checks must evaluate an event. The results of the others follow from the shape of the event, or
 * from the classes of its scalars, which one pattern recognizes without reading them. Valid as long as the same checks are open.
 */
export class EventPlans {
  readonly #plans = new Map<Shape, ShapePlan>();
  #shape: Shape | null = null;
  #shapePlan: ShapePlan | undefined;
  /** The plan of the last event, and the number of events not yet passed to its counters. */
  #plan: Plan | undefined;
  #skipped = 0;
  #lastSkipped: StreamEvent | undefined;

  /** The checks that must evaluate an event; undefined for all. The others count it. */
  judging(arrived: ArrivedEvent): readonly NamedCheck[] | undefined {
    const plan = this.#planOf(arrived);
    if (plan !== this.#plan) {
      this.count();
      this.#plan = plan;
    }
    if (plan === undefined) return undefined;
    this.#skipped++;
    this.#lastSkipped = arrived.event;
    return plan.judging;
  }

  #planOf(arrived: ArrivedEvent): Plan | undefined {
    const narrow = this.#shapePlan?.narrow;
    const { data } = arrived.event;
    if (narrow !== undefined && data.length <= largestText && narrow.pattern.test(data)) return narrow;
    const { shape } = arrived;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#shapePlan = shape === null ? undefined : this.#plans.get(shape);
    }
    return this.#shapePlan;
  }

  /**
   * Call after each event that did not change the set of open checks.
   * @param open the open checks, all of which have evaluated or counted the event
   */
  learn(arrived: ArrivedEvent, open: readonly NamedCheck[]): void {
    const plan = this.#shapePlan;
    if (this.#shape === null || (plan !== undefined && (this.#plan !== plan || plan.narrowings >= mostNarrowings))) return;
    const made = plan ?? this.#makePlan(this.#shape, arrived, open);
    made.narrowings++;
    made.narrow = narrowPlan(this.#shape, made, arrived);
  }

  #makePlan(shape: Shape, arrived: ArrivedEvent, open: readonly NamedCheck[]): ShapePlan {
    const judging: NamedCheck[] = [];
    const counting: CountEvents[] = [];
    for (const one of open) {
      const counter = one.check.counterFor?.(arrived);
      if (counter === undefined || counter.classes.size > 0) judging.push(one);
      else counting.push(counter.count);
    }
    const made: ShapePlan = { judging, counting, narrow: undefined, narrowings: 0 };
    if (this.#plans.size >= mostPlans) this.#plans.clear();
    this.#plans.set(shape, made);
    this.#shapePlan = made;
    return made;
  }

  /** Passes the number of counted events to the counters. */
  count(): void {
    const last = this.#lastSkipped;
    if (last === undefined) return;
    for (const count of this.#plan?.counting ?? []) count(this.#skipped, last);
    this.#skipped = 0;
    this.#lastSkipped = undefined;
  }

  /** Call when the set of open checks has changed. */
  forget(): void {
    this.count();
    this.#plans.clear();
    this.#shape = null;
    this.#shapePlan = undefined;
    this.#plan = undefined;
  }
}

/** The plan for events for which all checks of data have the same result as for this one; undefined if a check depends on other data. */
function narrowPlan(shape: Shape, { judging, counting }: Plan, arrived: ArrivedEvent): ClassPlan | undefined {
  const classes = new Map<Hole, ScalarClass>();
  const counted: CountEvents[] = [];
  const others: NamedCheck[] = [];
  for (const one of judging) {
    if (one.check.counterFor === undefined) {
      others.push(one);
      continue;
    }
    const counter = one.check.counterFor(arrived);
    if (counter === undefined) return undefined;
    counted.push(counter.count);
    for (const [hole, of] of counter.classes) classes.set(hole, inBoth(classes.get(hole), of));
  }
  if (counted.length + counting.length === 0) return undefined;
  return { judging: others, counting: [...counting, ...counted], pattern: shape.narrowed(classes) };
}
