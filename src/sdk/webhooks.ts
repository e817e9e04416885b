/** `masthead/webhooks`: for receivers of notifications. It has no dependencies and runs on Node 20 or newer. */
export { type Explanation, explain, type Unexplained } from './webhooks/explain.ts';
export { inOrder, type KeptVersions, type Outcome } from './webhooks/in-order.ts';
export type { Action, Notification, NotifiedArticle } from './webhooks/notification.ts';
export {
  fastifyReceiver,
  fetchReceiver,
  type Handle,
  nodeReceiver,
  type ReceiverOptions,
} from './webhooks/receiver.ts';
export { type Received, type Refusal, type Verdict, type VerifyOptions, verify } from './webhooks/verify.ts';
