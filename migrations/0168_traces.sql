-- expand: new columns; what caused a job or an event, for traces (docs/decisions/066), null without them
alter table job add column traceparent text;
alter table article_event add column traceparent text;
