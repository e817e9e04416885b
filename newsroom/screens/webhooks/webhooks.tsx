/** Receivers of notifications: their health, what was sent to them, and their secrets. */
import { Route, Switch } from 'wouter';
import { nounPath } from '../../shell/addresses.ts';
import { NotFound } from '../../shell/states.tsx';
import { Deliveries } from './deliveries.tsx';
import { DeliveryScreen } from './delivery.tsx';
import { NewReceiver } from './new-receiver.tsx';
import { Overview } from './overview.tsx';
import { Receiver } from './receiver.tsx';
import { ReceiverList } from './receiver-list.tsx';
import { Settings } from './settings.tsx';

const WEBHOOKS = nounPath('webhooks');

export function Webhooks() {
  return (
    <Switch>
      <Route path={WEBHOOKS}>
        <ReceiverList />
      </Route>
      <Route path={`${WEBHOOKS}/new`}>
        <NewReceiver />
      </Route>
      <Route path={`${WEBHOOKS}/:id`}>
        {({ id }) => (
          <Receiver id={Number(id)} part="overview">
            {(read) => <Overview read={read} />}
          </Receiver>
        )}
      </Route>
      <Route path={`${WEBHOOKS}/:id/settings`}>
        {({ id }) => (
          <Receiver id={Number(id)} part="settings">
            {(read) => <Settings key={read.etag} read={read} />}
          </Receiver>
        )}
      </Route>
      <Route path={`${WEBHOOKS}/:id/deliveries`}>
        {({ id }) => (
          <Receiver id={Number(id)} part="deliveries">
            {({ webhook }) => <Deliveries webhook={webhook} />}
          </Receiver>
        )}
      </Route>
      <Route path={`${WEBHOOKS}/:id/deliveries/:delivery`}>
        {({ id, delivery }) => <DeliveryScreen deliveryId={Number(delivery)} webhookId={Number(id)} />}
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}
