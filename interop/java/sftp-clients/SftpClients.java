import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.JSch;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.schmizz.sshj.SSHClient;
import net.schmizz.sshj.sftp.RemoteResourceInfo;
import net.schmizz.sshj.transport.verification.FingerprintVerifier;

/** The two SFTP clients of the Java world: each uploads by a temporary name, renames, lists, fetches and leaves. */
public final class SftpClients {
  public static void main(String[] arguments) throws Exception {
    new Control().on("sshj", SftpClients::sshj).on("jsch", SftpClients::jsch).serve();
  }

  private static Object sshj(Map<String, String> at, byte[] document) throws Exception {
    var home = at.get("home");
    var local = Files.write(Files.createTempFile("sshj", ".xml"), document);
    try (var ssh = new SSHClient()) {
      ssh.addHostKeyVerifier(FingerprintVerifier.getInstance(at.get("fingerprint")));
      ssh.connect("127.0.0.1", Integer.parseInt(at.get("port")));
      ssh.authPassword(at.get("username"), at.get("password"));
      try (var sftp = ssh.newSFTPClient()) {
        sftp.put(local.toString(), home + "/outbox/sshj.xml.tmp");
        sftp.rename(home + "/outbox/sshj.xml.tmp", home + "/outbox/sshj.xml");
        var names = new ArrayList<String>();
        for (RemoteResourceInfo one : sftp.ls(home)) names.add((one.isDirectory() ? "d " : "- ") + one.getName());
        var refused = false;
        try {
          sftp.stat(home + "/../../../etc/passwd");
        } catch (java.io.IOException expected) {
          refused = true;
        }
        return said(names, refused);
      }
    }
  }

  private static Object jsch(Map<String, String> at, byte[] document) throws Exception {
    var home = at.get("home");
    var session = new JSch().getSession(at.get("username"), "127.0.0.1", Integer.parseInt(at.get("port")));
    session.setPassword(at.get("password"));
    session.setConfig("StrictHostKeyChecking", "no");
    session.connect(20_000);
    try {
      var sftp = (ChannelSftp) session.openChannel("sftp");
      sftp.connect(20_000);
      sftp.put(new ByteArrayInputStream(document), home + "/outbox/jsch.xml.part");
      sftp.rename(home + "/outbox/jsch.xml.part", home + "/outbox/jsch.xml");
      var names = new ArrayList<String>();
      for (ChannelSftp.LsEntry one : sftp.ls(home)) names.add((one.getAttrs().isDir() ? "d " : "- ") + one.getFilename());
      var refused = false;
      try {
        sftp.get("/etc/passwd", new java.io.ByteArrayOutputStream());
      } catch (com.jcraft.jsch.SftpException expected) {
        refused = true;
      }
      sftp.disconnect();
      return said(names, refused);
    } finally {
      session.disconnect();
    }
  }

  private static Map<String, String> said(List<String> names, boolean refused) {
    Collections.sort(names);
    var answer = new LinkedHashMap<String, String>();
    answer.put("names", String.join(",", names));
    answer.put("refused", String.valueOf(refused));
    return answer;
  }
}
