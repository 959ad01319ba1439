-- A shelf as version 1 writes it: a few lines through `Store`, then `sqlite3 companion.db .dump`.
PRAGMA user_version = 1;
PRAGMA application_id = 1262834504;
BEGIN TRANSACTION;
CREATE TABLE lines (
    moment    INTEGER PRIMARY KEY,  -- the order of everything; no time of day is trusted
    kind      TEXT NOT NULL,
    game      TEXT,
    seq       INTEGER,              -- journal entries count from 1 in each game
    played_ms INTEGER,
    body      TEXT NOT NULL,        -- JSON
    seal      INTEGER NOT NULL      -- checksum over all the rest
);
INSERT INTO "lines" VALUES(1,'schema',NULL,NULL,NULL,'{"version":1}',2928339707);
INSERT INTO "lines" VALUES(2,'game','7f06edfa96a1',NULL,NULL,'{"kind":"marrakesh","title":"Friday","players":[{"name":"Sarah","colour":"red"},{"name":"Tomás","colour":"blue"}],"options":{"edition":"classic"},"clock_said":1790000000.0}',381370063);
INSERT INTO "lines" VALUES(3,'entry','7f06edfa96a1',1,61500,'{"op":"do","payload":{"entry":{"what":"select","value":["turquoise","green","pink"]}}}',2434612339);
INSERT INTO "lines" VALUES(4,'entry','7f06edfa96a1',2,123000,'{"op":"do","payload":{"entry":{"what":"claim","value":"green*2"}}}',2615748613);
INSERT INTO "lines" VALUES(5,'entry','7f06edfa96a1',3,184500,'{"op":"undo","payload":{"n":1}}',2359762967);
INSERT INTO "lines" VALUES(6,'game-changed','7f06edfa96a1',NULL,NULL,'{"title":"Friday","finished":true,"summary":{"winner":"Sarah","points":[91,88]}}',3473009735);
INSERT INTO "lines" VALUES(7,'game','aed26dde2cc3',NULL,NULL,'{"kind":"marrakesh","title":"Saturday","players":[{"name":"Ann"}],"options":{},"clock_said":1790000000.0}',74543146);
INSERT INTO "lines" VALUES(8,'entry','aed26dde2cc3',1,0,'{"op":"do","payload":{"entry":{"what":"select"}}}',278270313);
INSERT INTO "lines" VALUES(9,'fact',NULL,NULL,NULL,'{"kind":"marrakesh","key":"oasis 7","value":11}',1304034404);
INSERT INTO "lines" VALUES(10,'player',NULL,NULL,NULL,'{"name":"Sarah","details":{"colour":"red"}}',2475315455);
INSERT INTO "lines" VALUES(11,'setting',NULL,NULL,NULL,'{"key":"language","value":"de"}',2700489868);
CREATE UNIQUE INDEX journal ON lines (game, seq) WHERE seq IS NOT NULL;
CREATE VIEW games AS SELECT
    moment AS created, game,
    json_extract(body, '$.kind') AS kind, json_extract(body, '$.title') AS title,
    datetime(json_extract(body, '$.clock_said'), 'unixepoch') AS clock_said,
    (SELECT COUNT(*) FROM lines AS e WHERE e.game = g.game AND e.seq IS NOT NULL) AS entries,
    (SELECT MAX(played_ms) FROM lines AS e WHERE e.game = g.game) / 60000 AS minutes
    FROM lines AS g WHERE g.kind = 'game';
CREATE VIEW entries AS SELECT
    game, seq, json_extract(body, '$.op') AS op, json_extract(body, '$.payload') AS payload
    FROM lines WHERE seq IS NOT NULL;
CREATE VIEW facts AS SELECT
    MAX(moment) AS moment, json_extract(body, '$.kind') AS kind, json_extract(body, '$.key') AS fact,
    json_extract(body, '$.value') AS value
    FROM lines WHERE lines.kind = 'fact' GROUP BY json_extract(body, '$.kind'), fact;
COMMIT;
