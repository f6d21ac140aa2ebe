# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# A ClickHouse server of its own, on a free port of 127.0.0.1 and in its own directory. Source this.

clickhouse_pid=

# DIRECTORY: starts the server and waits for it; the process id is in $clickhouse_pid
clickhouse_start() {
    rm -rf "$1"
    mkdir -p "$1"
    clickhouse_port=$(python3 -c 'import socket
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    print(free.getsockname()[1])')
    cat >"$1/config.xml" <<END
<yandex>
  <logger><level>warning</level><console>1</console></logger>
  <listen_host>127.0.0.1</listen_host>
  <tcp_port>$clickhouse_port</tcp_port>
  <path>./data/</path>
  <tmp_path>./tmp/</tmp_path>
  <users_config>users.xml</users_config>
  <mark_cache_size>268435456</mark_cache_size>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
</yandex>
END
    cat >"$1/users.xml" <<END
<yandex>
  <profiles><default/></profiles>
  <users><default>
    <password></password><networks><ip>127.0.0.1</ip></networks>
    <profile>default</profile><quota>default</quota>
  </default></users>
  <quotas><default/></quotas>
</yandex>
END
    (
        cd "$1" || exit
        exec /usr/sbin/clickhouse-server --config-file=config.xml >server.log 2>&1 </dev/null
    ) &
    clickhouse_pid=$!
    for _ in $(seq 100); do
        [ "$(clickhouse "SELECT 1" 2>/dev/null)" != 1 ] || return 0
        sleep 0.2
    done
    return 1
}

# QUERY: sends it with standard input, prints the answer
clickhouse() {
    clickhouse-client --host 127.0.0.1 --port "$clickhouse_port" \
        --input_format_skip_unknown_fields=1 --query "$1"
}

clickhouse_stop() {
    kill "$clickhouse_pid" 2>/dev/null
    wait "$clickhouse_pid" 2>/dev/null
}
